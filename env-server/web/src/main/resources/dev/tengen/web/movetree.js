// The variations of a game as a tree. The game itself is the trunk and is not part of the tree.
//
// A node is a move: `{number, color, point, captured, turn, parent, children}`. Its number counts from 1 like those of the game,
// `turn` is the player to move after it, and its parent is null if it leaves the game.

export class MoveTree {
  #branches = [];

  /** Whether there are no variations. */
  get isEmpty() {
    return this.#branches.length === 0;
  }

  /** Returns the nodes that leave the game, by number. */
  branches() {
    return [...this.#branches].sort((one, other) => one.number - other.number);
  }

  /** Adds a move after a node, or after the game if `parent` is null. Returns its node, which may exist already. */
  add(parent, move) {
    const siblings = parent ? parent.children : this.#branches;
    const same = siblings.find(({ number, point }) => number === move.number && point === move.point);
    if (same) return same;
    const node = { ...move, parent, children: [] };
    siblings.push(node);
    return node;
  }

  /** Removes a node and all that follow it. */
  remove(node) {
    const siblings = node.parent ? node.parent.children : this.#branches;
    siblings.splice(siblings.indexOf(node), 1);
  }

  /** Returns the lines in the order of the tree; a line is the list of its nodes. */
  lines() {
    return this.branches().flatMap(linesFrom);
  }

  /** Follows the game, whose moves after the first `skipped` are given. Variations that it has overtaken become part of it. */
  update(moves, skipped) {
    const branches = this.#branches.filter(({ number }) => number > skipped && number <= skipped + moves.length + 1);
    this.#branches = branches.flatMap((node) => overtaken(node, moves, skipped));
  }
}

/** Returns the part of a branch that is not part of the game. */
function overtaken(node, moves, skipped) {
  if (moves[node.number - skipped - 1]?.point !== node.point) return [node];
  return node.children.flatMap((child) => {
    child.parent = null;
    return overtaken(child, moves, skipped);
  });
}

function linesFrom(node) {
  if (node.children.length === 0) return [pathTo(node)];
  return node.children.flatMap(linesFrom);
}

/** Returns the nodes from the game to a node. */
export function pathTo(node) {
  const path = [];
  for (let one = node; one; one = one.parent) path.unshift(one);
  return path;
}

/** Returns the line through a node that follows the first children after it. */
export function lineThrough(node) {
  let last = node;
  while (last.children.length > 0) last = last.children[0];
  return pathTo(last);
}

/** Returns nodes in a row as text for the server and for addresses; `pass` is the number of points. */
export function lineText(nodes, pass) {
  return `${nodes[0].number - 1}-${nodes.map(({ point }) => point ?? pass).join(".")}`;
}
