using System.Text;
using Grpc.Core;
using Grpc.Net.Client;
using Tengen.V1;

namespace Tengen.Play;

/// <summary>A game in a session: one call for each move.</summary>
internal sealed class SessionGame
{
    private const int Size = 9;

    private readonly EnvironmentService.EnvironmentServiceClient client;
    private readonly RetryPolicy retry;
    private readonly ulong seed;
    private string sessionId = "";

    private SessionGame(GrpcChannel channel, RetryPolicy retry, ulong seed)
    {
        client = new EnvironmentService.EnvironmentServiceClient(channel);
        this.retry = retry;
        this.seed = seed;
    }

    /// <summary>Plays a whole game in a session of its own.</summary>
    public static async Task PlayAsync(GrpcChannel channel, RetryPolicy retry, ulong seed)
    {
        var game = new SessionGame(channel, retry, seed);
        await Errors.ExpectRejectionAsync("INVALID_VALUE", () => game.CreateAsync(26));
        var created = await game.CreateAsync(Size);
        game.sessionId = created.SessionId;
        try
        {
            await game.PlayEpisodeAsync(created.Timestep);
        }
        finally
        {
            await game.CloseAsync();
        }
    }

    private Task<CreateSessionResponse> CreateAsync(uint size)
    {
        var request = new CreateSessionRequest
        {
            RequestId = Errors.NewRequestId(),
            Spec = new EnvironmentSpec { Width = size, Height = size },
        };
        return retry.CallAsync(async deadline => await client.CreateSessionAsync(request, deadline: deadline));
    }

    /// <summary>Plays from the first timestep to the end, and prints the board and the result.</summary>
    private async Task PlayEpisodeAsync(Timestep timestep)
    {
        while (!timestep.Terminated && !timestep.Truncated)
        {
            var action = Moves.Choose(seed, timestep.ActionMask.Span, Size * Size, timestep.MoveNumber);
            var requestId = Errors.NewRequestId();
            timestep = await StepAsync(requestId, action);
            if (timestep.MoveNumber == 1)
            {
                await ShowErrorsAsync(requestId, action, timestep.StateHash);
            }
        }
        Console.WriteLine(Draw(await BoardAsync()));
        var result = Moves.Result(timestep.EndReason, timestep.MoveNumber, timestep.Score.Margin, timestep.StateHash);
        Console.WriteLine($"Session: {result}");
    }

    private async Task<Timestep> StepAsync(string requestId, int action)
    {
        var request = new StepRequest { SessionId = sessionId, RequestId = requestId, Action = action };
        return (await retry.CallAsync(async deadline => await client.StepAsync(request, deadline: deadline))).Timestep;
    }

    /// <summary>
    /// Repeats the first move: with its request id the call returns the first answer and does nothing; with another id it
    /// is an illegal move, and the position does not change.
    /// </summary>
    private async Task ShowErrorsAsync(string requestId, int action, ulong stateHash)
    {
        var again = await StepAsync(requestId, action);
        if (again.StateHash != stateHash)
        {
            throw new RpcException(new Status(StatusCode.Internal, "the move was played twice"));
        }
        Console.WriteLine("Repeated as expected: the move was played once");
        await Errors.ExpectRejectionAsync("OCCUPIED", () => StepAsync(Errors.NewRequestId(), action));
    }

    private async Task<byte[]> BoardAsync()
    {
        var request = new ObserveRequest { SessionId = sessionId };
        return (await retry.CallAsync(async deadline => await client.ObserveAsync(request, deadline: deadline)))
            .Board.ToByteArray();
    }

    /// <summary>Closes the session. A retry that finds it closed has succeeded, too.</summary>
    private async Task CloseAsync()
    {
        var request = new CloseSessionRequest { SessionId = sessionId };
        try
        {
            await retry.CallAsync(async deadline => await client.CloseSessionAsync(request, deadline: deadline));
        }
        catch (RpcException error) when (error.StatusCode == StatusCode.NotFound)
        {
            // Closed.
        }
    }

    /// <summary>Returns the board as text: X is Black, O is White.</summary>
    private static string Draw(byte[] board)
    {
        var text = new StringBuilder();
        for (var row = 0; row < Size; row++)
        {
            var stones = board.Skip(row * Size).Take(Size).Select(color => ".XO"[color]);
            text.Append(Size - row).Append(' ').AppendJoin(' ', stones).Append('\n');
        }
        return text.Append("  A B C D E F G H J").ToString();
    }
}
