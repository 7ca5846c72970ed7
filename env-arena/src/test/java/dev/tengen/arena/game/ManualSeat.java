package dev.tengen.arena.game;

import java.util.ArrayList;
import java.util.List;

/** A seat that answers only when a test says so, and keeps what it was told. */
final class ManualSeat implements Seat {
    private final String name;
    private final List<Turn> turns = new ArrayList<>();
    private final List<Referee> referees = new ArrayList<>();
    private final List<Ending> endings = new ArrayList<>();

    ManualSeat(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void offer(Turn turn, Referee referee) {
        turns.add(turn);
        referees.add(referee);
    }

    @Override
    public void over(Ending ending) {
        endings.add(ending);
    }

    int turnCount() {
        return turns.size();
    }

    Turn turn() {
        return turns.get(turns.size() - 1);
    }

    List<Ending> endings() {
        return endings;
    }

    Receipt answer(Answer answer) {
        return referees.get(referees.size() - 1).answer(answer);
    }

    Receipt play(int action) {
        return answer(turn().answer(action));
    }
}
