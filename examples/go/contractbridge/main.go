// Contractbridge makes sessions available over a pipe, for the contract test of environments, which is written in Java.
//
// Each line on standard input is a request, and each line on standard output is its response, both in JSON, as in
// clients/python/tests/contract_bridge.py. The argument is the address of a server.
package main

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	tengenv1 "example.com/tengen-play/tengen/v1"
)

// request is a request of the contract test. Names of enum values are in lower case with hyphens, as in "area-delta".
type request struct {
	Call      string
	Session   int
	Seed      int64
	Action    int32
	MoveCount uint32 `json:"move_count"`
	Spec      spec
}

type spec struct {
	Width, Height        uint32
	Komi                 float64
	Ko, Suicide          string
	PassesToEnd          uint32  `json:"passes_to_end"`
	MaxMoves             int32   `json:"max_moves"`
	RewardMode           string  `json:"reward_mode"`
	ScoreOnTruncation    bool    `json:"score_on_truncation"`
	IllegalActionPolicy  string  `json:"illegal_action_policy"`
	IllegalActionPenalty float64 `json:"illegal_action_penalty"`
	MaxIllegalActions    int32   `json:"max_illegal_actions"`
	ObservationFormat    string  `json:"observation_format"`
	ObservationLayout    string  `json:"observation_layout"`
	Symmetry             string
	Encodings            []string
	Setup                struct {
		BlackPoints  []uint32       `json:"black_points"`
		WhitePoints  []uint32       `json:"white_points"`
		PlayerToMove tengenv1.Color `json:"player_to_move"`
	}
	Opponent *struct {
		Player string
		Color  tengenv1.Color
	}
}

// response is the state of a session after a call.
type response struct {
	Session      int            `json:"session"`
	Legality     string         `json:"legality,omitempty"`
	IsAllowed    bool           `json:"is_allowed"`
	Margin       float64        `json:"margin"`
	Rewards      [2]float64     `json:"rewards"`
	EndReason    string         `json:"end_reason"`
	Winner       tengenv1.Color `json:"winner"`
	PlayerToMove tengenv1.Color `json:"player_to_move"`
	Episode      uint64         `json:"episode"`
	MoveNumber   uint32         `json:"move_number"`
	ActionMask   string         `json:"action_mask"`
	Actions      []int32        `json:"actions"`
	StateHash    string         `json:"state_hash"`
	Symmetry     string         `json:"symmetry"`
	Observations []string       `json:"observations"`
}

// bridge holds the ids of all sessions, which requests name by their index.
type bridge struct {
	client   tengenv1.EnvironmentServiceClient
	sessions []string
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: contractbridge HOST:PORT")
	}
	connection, err := grpc.NewClient(os.Args[1], grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()
	bridge := bridge{client: tengenv1.NewEnvironmentServiceClient(connection)}
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) == 0 && err != nil {
			return // The end of the input.
		}
		if err := bridge.answer(line); err != nil {
			log.Fatalf("%s: %v", line, err)
		}
	}
}

// answer carries out a request and prints its response.
func (bridge *bridge) answer(line []byte) error {
	var request request
	if err := json.Unmarshal(line, &request); err != nil {
		return err
	}
	response, err := bridge.call(&request)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(response)
}

func (bridge *bridge) call(request *request) (*response, error) {
	ctx := context.Background()
	switch request.Call {
	case "open":
		seed := uint64(request.Seed)
		created, err := bridge.client.CreateSession(ctx,
			&tengenv1.CreateSessionRequest{Spec: request.Spec.toProto(), Seed: &seed})
		if err != nil {
			return nil, err
		}
		return bridge.opened(created.SessionId)
	case "reset":
		seed := uint64(request.Seed)
		reset, err := bridge.client.Reset(ctx,
			&tengenv1.ResetRequest{SessionId: bridge.sessions[request.Session], Seed: &seed})
		if err != nil {
			return nil, err
		}
		return toResponse(request.Session, reset.Timestep), nil
	case "step":
		return bridge.step(request)
	case "undo":
		return bridge.undo(request)
	case "margin":
		score, err := bridge.client.Score(ctx, &tengenv1.ScoreRequest{SessionId: bridge.sessions[request.Session]})
		if err != nil {
			return nil, err
		}
		return &response{Margin: score.Score.Margin}, nil
	case "import":
		return bridge.importRecord(request)
	}
	return nil, fmt.Errorf("unknown call %q", request.Call)
}

func (bridge *bridge) opened(sessionID string) (*response, error) {
	bridge.sessions = append(bridge.sessions, sessionID)
	return bridge.state(len(bridge.sessions) - 1)
}

// step plays an action. If it is rejected, the state is requested from the server.
func (bridge *bridge) step(request *request) (*response, error) {
	step, err := bridge.client.Step(context.Background(),
		&tengenv1.StepRequest{SessionId: bridge.sessions[request.Session], Action: request.Action})
	if err != nil {
		reason := reasonOf(err)
		if _, isIllegal := tengenv1.IllegalReason_value["ILLEGAL_REASON_"+reason]; !isIllegal {
			return nil, err
		}
		state, err := bridge.state(request.Session)
		if err != nil {
			return nil, err
		}
		state.Legality = reason
		return state, nil
	}
	result := toResponse(request.Session, step.Timestep)
	result.Legality = "LEGAL"
	if reason := step.Timestep.IllegalReason; reason != 0 {
		result.Legality = strings.TrimPrefix(reason.String(), "ILLEGAL_REASON_")
	}
	return result, nil
}

// undo takes back moves. If that is not allowed, the state is requested from the server.
func (bridge *bridge) undo(request *request) (*response, error) {
	undo, err := bridge.client.Undo(context.Background(),
		&tengenv1.UndoRequest{SessionId: bridge.sessions[request.Session], MoveCount: request.MoveCount})
	if reason := reasonOf(err); reason == "UNDO_UNAVAILABLE" || reason == "INVALID_VALUE" {
		return bridge.state(request.Session)
	}
	if err != nil {
		return nil, err
	}
	result := toResponse(request.Session, undo.Timestep)
	result.IsAllowed = true
	return result, nil
}

// importRecord creates a session from the exported record of another, with default arguments.
func (bridge *bridge) importRecord(request *request) (*response, error) {
	ctx := context.Background()
	record, err := bridge.client.ExportRecord(ctx,
		&tengenv1.ExportRecordRequest{SessionId: bridge.sessions[request.Session]})
	if err != nil {
		return nil, err
	}
	imported, err := bridge.client.ImportRecord(ctx, &tengenv1.ImportRecordRequest{Sgf: []byte(record.Sgf)})
	if err != nil {
		return nil, err
	}
	if len(imported.Warnings) > 0 {
		return nil, fmt.Errorf("warnings of ImportRecord: %v", imported.Warnings)
	}
	return bridge.opened(imported.Session.SessionId)
}

// state returns the state of a session from GetSession and Observe.
func (bridge *bridge) state(session int) (*response, error) {
	ctx := context.Background()
	state, err := bridge.client.GetSession(ctx, &tengenv1.GetSessionRequest{SessionId: bridge.sessions[session]})
	if err != nil {
		return nil, err
	}
	position, err := bridge.client.Observe(ctx, &tengenv1.ObserveRequest{SessionId: bridge.sessions[session]})
	if err != nil {
		return nil, err
	}
	state.Timestep.Observations = position.Observations
	return toResponse(session, state.Timestep), nil
}

func toResponse(session int, timestep *tengenv1.Timestep) *response {
	result := &response{
		Session:      session,
		Rewards:      [2]float64{timestep.RewardBlack, timestep.RewardWhite},
		EndReason:    "NONE",
		Winner:       timestep.Winner,
		PlayerToMove: timestep.PlayerToMove,
		Episode:      timestep.Episode,
		MoveNumber:   timestep.MoveNumber,
		ActionMask:   hex.EncodeToString(timestep.ActionMask),
		Actions:      append([]int32{}, timestep.Actions...),
		StateHash:    fmt.Sprintf("%016x", timestep.StateHash),
		Symmetry:     strings.TrimPrefix(timestep.Symmetry.String(), "SYMMETRY_"),
		Observations: []string{},
	}
	if timestep.EndReason != 0 {
		result.EndReason = strings.TrimPrefix(timestep.EndReason.String(), "END_REASON_")
	}
	for _, observation := range timestep.Observations {
		result.Observations = append(result.Observations, hex.EncodeToString(observation.Planes))
	}
	return result
}

func (spec *spec) toProto() *tengenv1.EnvironmentSpec {
	result := &tengenv1.EnvironmentSpec{
		Width:  spec.Width,
		Height: spec.Height,
		Rules: &tengenv1.Rules{
			Komi:        &spec.Komi,
			Ko:          enumValue[tengenv1.KoRule](tengenv1.KoRule_value, "KO_RULE_", spec.Ko),
			Suicide:     enumValue[tengenv1.SuicideRule](tengenv1.SuicideRule_value, "SUICIDE_RULE_", spec.Suicide),
			PassesToEnd: spec.PassesToEnd,
		},
		Setup: &tengenv1.Setup{
			BlackPoints:  spec.Setup.BlackPoints,
			WhitePoints:  spec.Setup.WhitePoints,
			PlayerToMove: spec.Setup.PlayerToMove,
		},
		MaxMoves:          spec.MaxMoves,
		RewardMode:        enumValue[tengenv1.RewardMode](tengenv1.RewardMode_value, "REWARD_MODE_", spec.RewardMode),
		ScoreOnTruncation: spec.ScoreOnTruncation,
		IllegalActionPolicy: enumValue[tengenv1.IllegalActionPolicy](
			tengenv1.IllegalActionPolicy_value, "ILLEGAL_ACTION_POLICY_", spec.IllegalActionPolicy),
		IllegalActionPenalty: spec.IllegalActionPenalty,
		MaxIllegalActions:    spec.MaxIllegalActions,
		Encodings:            spec.Encodings,
		ObservationFormat: enumValue[tengenv1.ObservationFormat](
			tengenv1.ObservationFormat_value, "OBSERVATION_FORMAT_", spec.ObservationFormat),
		ObservationLayout: enumValue[tengenv1.ObservationLayout](
			tengenv1.ObservationLayout_value, "OBSERVATION_LAYOUT_", spec.ObservationLayout),
		Symmetry: enumValue[tengenv1.Symmetry](tengenv1.Symmetry_value, "SYMMETRY_", spec.Symmetry),
	}
	if opponent := spec.Opponent; opponent != nil {
		result.Opponent = &tengenv1.Opponent{Player: opponent.Player, Color: opponent.Color}
	}
	return result
}

// enumValue returns the value of an enum by its name without prefix, as in "area-delta".
func enumValue[E ~int32](values map[string]int32, prefix, name string) E {
	value, exists := values[prefix+strings.ToUpper(strings.ReplaceAll(name, "-", "_"))]
	if !exists {
		log.Fatalf("no value %s of %s", name, prefix)
	}
	return E(value)
}

// reasonOf returns the reason of a failed call, empty if there is none.
func reasonOf(err error) string {
	for _, detail := range status.Convert(err).Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			return info.Reason
		}
	}
	return ""
}
