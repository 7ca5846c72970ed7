// Plays random games on a server of Tengen: one in a session, and several in the lanes of a batch. The code of the
// messages is generated from the proto files; there is no client library.
//
// The same seed plays the same games on any machine and in the examples of every other language.

using System.Globalization;
using Grpc.Core;
using Grpc.Net.Client;
using Tengen.Play;

const string Usage = """
    Usage: play [--seed=N] [--only=sessions|batch] [--retry-seconds=N] [HOST:PORT]
    Plays a 9x9 game in a session and four 5x5 games in a batch, with random moves, and prints the results.

      HOST:PORT          The address of the server (default: 127.0.0.1:9019). Start one with "./tengen serve".
      --seed=N           The seed of the moves, 0 to 2^63-1 (default: 1).
      --only=WHAT        Play only in a session ("sessions") or only in a batch ("batch").
      --retry-seconds=N  Retry calls for this long while the server is away or full, 0 to 3600 (default: 20).
      --help             Show this help message and exit.

    Exit codes: 0 games played, 1 a call failed, 2 invalid arguments, 3 no server.
    """;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args.Contains("--help"))
{
    Console.WriteLine(Usage);
    return 0;
}

Arguments arguments;
try
{
    arguments = Arguments.Read(args);
}
catch (ArgumentException error)
{
    return Fail(2, $"{error.Message}\nSee \"play --help\" for the arguments");
}

try
{
    // A lost connection is opened again within a second, so that retries find the server soon after it returns.
    using var channel = GrpcChannel.ForAddress($"http://{arguments.Address}", new GrpcChannelOptions
    {
        InitialReconnectBackoff = TimeSpan.FromMilliseconds(100),
        MaxReconnectBackoff = TimeSpan.FromSeconds(1),
    });
    var retry = new RetryPolicy(TimeSpan.FromSeconds(arguments.RetrySeconds));
    if (arguments.Only != "batch")
    {
        await SessionGame.PlayAsync(channel, retry, arguments.Seed);
    }
    if (arguments.Only != "sessions")
    {
        await BatchGames.PlayAsync(channel, retry, arguments.Seed);
    }
    return 0;
}
catch (RpcException error) when (error.IsServerAway())
{
    return Fail(3, $"no server answers at {arguments.Address}; start one with \"./tengen serve\"");
}
catch (RpcException error)
{
    return Fail(1, error.Describe());
}

static int Fail(int exitCode, string message)
{
    Console.Error.WriteLine($"play: {message}");
    return exitCode;
}

/// <summary>The arguments of the command line.</summary>
internal sealed record Arguments(string Address, ulong Seed, string Only, ulong RetrySeconds)
{
    /// <summary>Reads the arguments.</summary>
    /// <exception cref="ArgumentException">An argument is invalid.</exception>
    public static Arguments Read(string[] words)
    {
        var result = new Arguments("127.0.0.1:9019", 1, "", 20);
        var addressCount = 0;
        foreach (var word in words)
        {
            var parts = word.Split('=', 2);
            switch (parts[0])
            {
                case "--seed" when parts.Length == 2:
                    result = result with { Seed = ReadInteger(word, parts[1], long.MaxValue) };
                    break;
                case "--retry-seconds" when parts.Length == 2:
                    result = result with { RetrySeconds = ReadInteger(word, parts[1], 3600) };
                    break;
                case "--only" when parts.Length == 2 && parts[1] is ("sessions" or "batch"):
                    result = result with { Only = parts[1] };
                    break;
                case "--only" when parts.Length == 2:
                    throw new ArgumentException($"{word} is neither \"sessions\" nor \"batch\"");
                case var option when option.StartsWith('-'):
                    throw new ArgumentException($"unknown option {word}");
                default:
                    result = result with { Address = word };
                    addressCount++;
                    break;
            }
        }
        return addressCount <= 1 ? result : throw new ArgumentException($"expected one HOST:PORT, but got {addressCount}");
    }

    private static ulong ReadInteger(string word, string text, ulong maximum) =>
        ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value) && value <= maximum
            ? value
            : throw new ArgumentException($"{word} is not an integer from 0 to {maximum}");
}
