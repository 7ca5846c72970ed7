package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	tengenv1 "example.com/tengen-play/tengen/v1"
)

const sessionSize = 9

// sessionGame is a game in a session: one call for each move.
type sessionGame struct {
	client    tengenv1.EnvironmentServiceClient
	retry     retryPolicy
	moves     randomMoves
	sessionID string
}

// playSession plays a whole game in a session of its own.
func playSession(connection *grpc.ClientConn, retry retryPolicy, seed uint64) error {
	game := sessionGame{client: tengenv1.NewEnvironmentServiceClient(connection), retry: retry, moves: randomMoves{seed}}
	_, err := game.create(26)
	if err := expectRejection(err, "INVALID_VALUE"); err != nil {
		return err
	}
	created, err := game.create(sessionSize)
	if err != nil {
		return err
	}
	game.sessionID = created.SessionId
	err = game.playEpisode(created.Timestep)
	if closeErr := game.close(); err == nil {
		err = closeErr
	}
	return err
}

func (game *sessionGame) create(size uint32) (*tengenv1.CreateSessionResponse, error) {
	request := &tengenv1.CreateSessionRequest{
		RequestId: newRequestID(),
		Spec:      &tengenv1.EnvironmentSpec{Width: size, Height: size},
	}
	var response *tengenv1.CreateSessionResponse
	err := game.retry.call(func(ctx context.Context) (err error) {
		response, err = game.client.CreateSession(ctx, request)
		return err
	})
	return response, err
}

// playEpisode plays from the first timestep to the end, and prints the board and the result.
func (game *sessionGame) playEpisode(timestep *tengenv1.Timestep) error {
	for !timestep.Terminated && !timestep.Truncated {
		action := game.moves.choose(timestep.ActionMask, sessionSize*sessionSize, int(timestep.MoveNumber))
		requestID := newRequestID()
		next, err := game.step(requestID, action)
		if err != nil {
			return err
		}
		timestep = next
		if timestep.MoveNumber == 1 {
			if err := game.showErrors(requestID, action, timestep.StateHash); err != nil {
				return err
			}
		}
	}
	board, err := game.board()
	if err != nil {
		return err
	}
	fmt.Print(draw(board))
	fmt.Println("Session:", result(timestep.EndReason, timestep.MoveNumber, timestep.Score.Margin, timestep.StateHash))
	return nil
}

func (game *sessionGame) step(requestID string, action int) (*tengenv1.Timestep, error) {
	request := &tengenv1.StepRequest{SessionId: game.sessionID, RequestId: requestID, Action: int32(action)}
	var response *tengenv1.StepResponse
	err := game.retry.call(func(ctx context.Context) (err error) {
		response, err = game.client.Step(ctx, request)
		return err
	})
	return response.GetTimestep(), err
}

// showErrors repeats the first move: with its request id the call returns the first answer and does nothing; with
// another id it is an illegal move, and the position does not change.
func (game *sessionGame) showErrors(requestID string, action int, stateHash uint64) error {
	again, err := game.step(requestID, action)
	if err != nil {
		return err
	}
	if again.StateHash != stateHash {
		return errors.New("the move was played twice")
	}
	fmt.Println("Repeated as expected: the move was played once")
	_, err = game.step(newRequestID(), action)
	return expectRejection(err, "OCCUPIED")
}

func (game *sessionGame) board() ([]byte, error) {
	var response *tengenv1.ObserveResponse
	err := game.retry.call(func(ctx context.Context) (err error) {
		response, err = game.client.Observe(ctx, &tengenv1.ObserveRequest{SessionId: game.sessionID})
		return err
	})
	return response.GetBoard(), err
}

// close closes the session. A retry that finds it closed has succeeded, too.
func (game *sessionGame) close() error {
	err := game.retry.call(func(ctx context.Context) error {
		_, err := game.client.CloseSession(ctx, &tengenv1.CloseSessionRequest{SessionId: game.sessionID})
		return err
	})
	if status.Code(err) == codes.NotFound {
		return nil
	}
	return err
}

// draw returns the board as text: X is Black, O is White.
func draw(board []byte) string {
	var text strings.Builder
	for row := range sessionSize {
		fmt.Fprint(&text, sessionSize-row)
		for _, color := range board[row*sessionSize : (row+1)*sessionSize] {
			fmt.Fprintf(&text, " %c", ".XO"[color])
		}
		text.WriteByte('\n')
	}
	return text.String() + "  A B C D E F G H J\n"
}
