package dev.tengen.arena.game;

import java.util.ArrayList;
import java.util.List;

/** A seat that answers only when a test calls it, and records its events. */
final class ManualSeat implements Seat {
    private final String name;
    private final List<Turn> turns = new ArrayList<>();
    private final List<Adjudicator> referees = new ArrayList<>();
    private final List<GameOutcome> endings = new ArrayList<>();

    ManualSeat(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void offer(Turn turn, Adjudicator referee) {
        turns.add(turn);
        referees.add(referee);
    }

    @Override
    public void over(GameOutcome ending) {
        endings.add(ending);
    }

    int turnCount() {
        return turns.size();
    }

    Turn turn() {
        return turns.get(turns.size() - 1);
    }

    List<GameOutcome> endings() {
        return endings;
    }

    AnswerStatus answer(MoveAnswer answer) {
        return referees.get(referees.size() - 1).answer(answer);
    }

    AnswerStatus play(int action) {
        return answer(turn().answer(action));
    }
}
