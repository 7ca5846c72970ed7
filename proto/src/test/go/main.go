// Prints a request of the contract as hexadecimal bytes.
package main

import (
	"encoding/hex"
	"fmt"
	"log"

	"google.golang.org/protobuf/proto"

	tengenv1 "example.com/player/tengen/v1"
)

func main() {
	request := &tengenv1.CreateSessionRequest{
		RequestId: "from-go",
		Spec: &tengenv1.EnvironmentSpec{
			Width:    9,
			Height:   13,
			Rules:    &tengenv1.Rules{Preset: "japanese", Komi: proto.Float64(6.5)},
			MaxMoves: -1,
			Symmetry: tengenv1.Symmetry_SYMMETRY_DRAWN,
		},
		Seed: proto.Uint64(1 << 63),
	}
	bytes, err := proto.Marshal(request)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(hex.EncodeToString(bytes))
}
