package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"google.golang.org/grpc"

	tengenv1 "example.com/tengen-play/tengen/v1"
)

const (
	laneCount      = 4
	laneSize       = 5
	lanePointCount = laneSize * laneSize
	noAction       = -1 // Leaves a lane as it is.
)

// playBatch plays a game in each lane of a batch, all lanes with one message for each move. A batch ends with its
// stream. If the connection is lost, the retry opens the batch again and plays the same games from the start, since the
// seed determines them.
func playBatch(connection *grpc.ClientConn, retry retryPolicy, seed uint64) error {
	client := tengenv1.NewBatchServiceClient(connection)
	err := retry.call(run(client, func(stream *batchStream) error {
		_, err := stream.open(0)
		return err
	}))
	if err := expectRejection(err, "INVALID_VALUE"); err != nil {
		return err
	}
	var final *tengenv1.LaneStates
	err = retry.call(run(client, func(stream *batchStream) (err error) {
		final, err = stream.play(seed)
		return err
	}))
	if err != nil {
		return err
	}
	for lane := range laneCount {
		fmt.Printf("Lane %d: %s\n", lane, result(tengenv1.EndReason(final.EndReasons[lane]),
			binary.LittleEndian.Uint32(final.MoveNumbers[4*lane:]),
			float64(math.Float32frombits(binary.LittleEndian.Uint32(final.Margins[4*lane:]))),
			binary.LittleEndian.Uint64(final.StateHashes[8*lane:])))
	}
	return nil
}

// run returns an attempt that opens a stream, uses it and ends it.
func run(client tengenv1.BatchServiceClient, use func(*batchStream) error) func(context.Context) error {
	return func(ctx context.Context) error {
		stream, err := client.Run(ctx)
		if err != nil {
			return err
		}
		if err := use(&batchStream{stream: stream}); err != nil {
			return err
		}
		if err := stream.CloseSend(); err != nil {
			return err
		}
		if _, err := stream.Recv(); err != io.EOF {
			return err
		}
		return nil
	}
}

// batchStream is the stream of one batch.
type batchStream struct {
	stream    grpc.BidiStreamingClient[tengenv1.RunRequest, tengenv1.RunResponse]
	maskBytes int
}

// open creates the lanes and returns their first states.
func (batch *batchStream) open(laneCount uint32) (*tengenv1.LaneStates, error) {
	response, err := batch.call(&tengenv1.RunRequest{Request: &tengenv1.RunRequest_Open{Open: &tengenv1.OpenBatch{
		LaneCount:     laneCount,
		Specs:         []*tengenv1.EnvironmentSpec{{Width: laneSize, Height: laneSize}},
		AutoresetMode: tengenv1.AutoresetMode_AUTORESET_MODE_DISABLED,
	}}})
	if err != nil {
		return nil, err
	}
	batch.maskBytes = int(response.Layout.ActionMaskByteCount)
	return response.States, nil
}

// call sends a request and returns its answer.
func (batch *batchStream) call(request *tengenv1.RunRequest) (*tengenv1.RunResponse, error) {
	// A stream that has failed returns the reason when it is read, and only io.EOF here.
	_ = batch.stream.Send(request)
	return batch.stream.Recv()
}

// play steps all lanes until each game is over, and returns the last states.
func (batch *batchStream) play(seed uint64) (*tengenv1.LaneStates, error) {
	states, err := batch.open(laneCount)
	for err == nil {
		actions, isOver := batch.choose(states, seed)
		if isOver {
			return states, nil
		}
		var response *tengenv1.RunResponse
		response, err = batch.call(&tengenv1.RunRequest{Request: &tengenv1.RunRequest_Step{Step: &tengenv1.StepBatch{
			Actions: actions,
		}}})
		states = response.GetStates()
		for lane, reason := range states.GetIllegalReasons() {
			if reason != 0 {
				return nil, fmt.Errorf("lane %d: illegal action: %s", lane, tengenv1.IllegalReason(reason))
			}
		}
	}
	return nil, err
}

// choose returns the next action of each lane, and whether all games are over.
func (batch *batchStream) choose(states *tengenv1.LaneStates, seed uint64) (actions []byte, isOver bool) {
	isOver = true
	for lane := range laneCount {
		action := noAction
		if states.Terminated[lane] == 0 && states.Truncated[lane] == 0 {
			isOver = false
			mask := states.ActionMasks[lane*batch.maskBytes : (lane+1)*batch.maskBytes]
			moveNumber := binary.LittleEndian.Uint32(states.MoveNumbers[4*lane:])
			action = randomMoves{seed + uint64(lane)}.choose(mask, lanePointCount, int(moveNumber))
		}
		actions = binary.LittleEndian.AppendUint32(actions, uint32(int32(action)))
	}
	return actions, isOver
}
