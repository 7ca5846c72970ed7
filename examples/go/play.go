// Play plays random games on a server of Tengen: one in a session, and several in the lanes of a batch. The code
// of the messages is generated from the proto files; there is no client library.
//
// The same seed plays the same games on any machine and in the examples of every other language.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials/insecure"
)

const usage = `Usage: play [--seed=N] [--only=sessions|batch] [--retry-seconds=N] [HOST:PORT]
Plays a 9x9 game in a session and four 5x5 games in a batch, with random moves, and prints the results.

  HOST:PORT          The address of the server (default: 127.0.0.1:9019). Start one with "./tengen serve".
  --seed=N           The seed of the moves, 0 to 2^63-1 (default: 1).
  --only=WHAT        Play only in a session ("sessions") or only in a batch ("batch").
  --retry-seconds=N  Retry calls for this long while the server is away or full, 0 to 3600 (default: 20).
  --help             Show this help message and exit.

Exit codes: 0 games played, 1 a call failed, 2 invalid arguments, 3 no server.
`

const (
	exitCallFailed = 1
	exitInvalid    = 2
	exitNoServer   = 3
)

type options struct {
	address      string
	seed         uint64
	only         string
	retrySeconds uint64
}

func main() {
	arguments, err := readArguments(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		fmt.Print(usage)
		return
	}
	if err != nil {
		fail(exitInvalid, fmt.Sprintf("%v\nSee \"play --help\" for the arguments", err))
	}
	if err := play(arguments); err != nil {
		if isServerAway(err) {
			fail(exitNoServer, fmt.Sprintf("no server answers at %s; start one with \"./tengen serve\"", arguments.address))
		}
		fail(exitCallFailed, describe(err))
	}
}

func play(arguments options) error {
	// A lost connection is opened again within a second, so that retries find the server soon after it returns.
	reconnect := grpc.ConnectParams{
		Backoff:           backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 2, MaxDelay: time.Second},
		MinConnectTimeout: 5 * time.Second,
	}
	connection, err := grpc.NewClient(arguments.address,
		grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithConnectParams(reconnect))
	if err != nil {
		return err
	}
	defer connection.Close()
	retry := retryPolicy{limit: time.Duration(arguments.retrySeconds) * time.Second}
	if arguments.only != "batch" {
		if err := playSession(connection, retry, arguments.seed); err != nil {
			return err
		}
	}
	if arguments.only != "sessions" {
		return playBatch(connection, retry, arguments.seed)
	}
	return nil
}

func readArguments(words []string) (options, error) {
	result := options{address: "127.0.0.1:9019"}
	flags := flag.NewFlagSet("play", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // Otherwise flag prints messages by itself.
	flags.Uint64Var(&result.seed, "seed", 1, "")
	flags.StringVar(&result.only, "only", "", "")
	flags.Uint64Var(&result.retrySeconds, "retry-seconds", 20, "")
	if err := flags.Parse(words); err != nil {
		return result, err
	}
	if result.seed>>63 != 0 {
		return result, fmt.Errorf("--seed=%d is outside [0, 2^63-1]", result.seed)
	}
	if result.retrySeconds > 3600 {
		return result, fmt.Errorf("--retry-seconds=%d is outside [0, 3600]", result.retrySeconds)
	}
	if result.only != "" && result.only != "sessions" && result.only != "batch" {
		return result, fmt.Errorf("--only=%s is neither \"sessions\" nor \"batch\"", result.only)
	}
	if flags.NArg() > 1 {
		return result, fmt.Errorf("expected one HOST:PORT, but got %d", flags.NArg())
	}
	if flags.NArg() == 1 {
		result.address = flags.Arg(0)
	}
	return result, nil
}

func fail(exitCode int, message string) {
	fmt.Fprintf(os.Stderr, "play: %s\n", message)
	os.Exit(exitCode)
}
