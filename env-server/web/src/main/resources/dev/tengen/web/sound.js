// The sound of a stone on the board. It is off until somebody switches it on.

import { make } from "./dom.js";

const CHOICE = "tengen-sound";
const SECONDS = 0.06;

let audio = null;

function isOn() {
  return localStorage.getItem(CHOICE) === "on";
}

/** Plays the sound, if it is on. */
export function playStone() {
  if (!isOn()) return;
  audio ??= new AudioContext();
  const start = audio.currentTime;
  const volume = new GainNode(audio, { gain: 0.25 });
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: 900 });
  tone.frequency.exponentialRampToValueAtTime(180, start + SECONDS);
  volume.gain.exponentialRampToValueAtTime(0.001, start + SECONDS);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + SECONDS);
}

/** Returns a button that switches the sound on and off. */
export function soundButton() {
  const button = make("button", { type: "button", className: "quiet", ariaPressed: String(isOn()) }, "Sound");
  button.addEventListener("click", () => {
    localStorage.setItem(CHOICE, isOn() ? "off" : "on");
    button.ariaPressed = String(isOn());
    playStone();
  });
  return button;
}
