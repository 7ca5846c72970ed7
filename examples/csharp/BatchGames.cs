using System.Buffers.Binary;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;
using Tengen.V1;

namespace Tengen.Play;

/// <summary>
/// Games in the lanes of a batch, all lanes with one message for each move. A batch ends with its stream. If the connection
/// is lost, the retry opens the batch again and plays the same games from the start, since the seed determines them.
/// </summary>
internal sealed class BatchGames
{
    private const int LaneCount = 4;
    private const int Size = 5;

    /// <summary>Leaves a lane as it is.</summary>
    private const int NoAction = -1;

    private readonly AsyncDuplexStreamingCall<RunRequest, RunResponse> stream;
    private int maskBytes;

    private BatchGames(AsyncDuplexStreamingCall<RunRequest, RunResponse> stream) => this.stream = stream;

    /// <summary>Plays a game in each lane, and prints the results.</summary>
    public static async Task PlayAsync(GrpcChannel channel, RetryPolicy retry, ulong seed)
    {
        var client = new BatchService.BatchServiceClient(channel);
        await Errors.ExpectRejectionAsync(
            "INVALID_VALUE", () => retry.CallAsync(WithBatch(client, batch => batch.OpenAsync(0))));
        var states = await retry.CallAsync(WithBatch(client, batch => batch.PlayAsync(seed)));
        for (var lane = 0; lane < LaneCount; lane++)
        {
            var result = Moves.Result(
                (EndReason)states.EndReasons[lane],
                BinaryPrimitives.ReadUInt32LittleEndian(states.MoveNumbers.Span[(4 * lane)..]),
                BinaryPrimitives.ReadSingleLittleEndian(states.Margins.Span[(4 * lane)..]),
                BinaryPrimitives.ReadUInt64LittleEndian(states.StateHashes.Span[(8 * lane)..]));
            Console.WriteLine($"Lane {lane}: {result}");
        }
    }

    /// <summary>Returns an attempt that opens a stream, uses it and ends it.</summary>
    private static Func<DateTime, Task<LaneStates>> WithBatch(
        BatchService.BatchServiceClient client, Func<BatchGames, Task<LaneStates>> use) => async deadline =>
    {
        using var stream = client.Run(deadline: deadline);
        var states = await use(new BatchGames(stream));
        await stream.RequestStream.CompleteAsync();
        return states;
    };

    /// <summary>Creates the lanes and returns their first states.</summary>
    private async Task<LaneStates> OpenAsync(uint laneCount)
    {
        var open = new OpenBatch { LaneCount = laneCount, AutoresetMode = AutoresetMode.Disabled };
        open.Specs.Add(new EnvironmentSpec { Width = Size, Height = Size });
        var response = await CallAsync(new RunRequest { Open = open });
        maskBytes = (int)response.Layout.ActionMaskByteCount;
        return response.States;
    }

    /// <summary>Sends a request and returns its answer.</summary>
    private async Task<RunResponse> CallAsync(RunRequest request)
    {
        await stream.RequestStream.WriteAsync(request);
        return await stream.ResponseStream.MoveNext()
            ? stream.ResponseStream.Current
            : throw new RpcException(new Status(StatusCode.Internal, "the server ended the stream"));
    }

    /// <summary>Steps all lanes until each game is over, and returns the last states.</summary>
    private async Task<LaneStates> PlayAsync(ulong seed)
    {
        var states = await OpenAsync(LaneCount);
        while (!Enumerable.Range(0, LaneCount).All(lane => IsOver(states, lane)))
        {
            var actions = ByteString.CopyFrom(ChooseActions(states, seed));
            states = (await CallAsync(new RunRequest { Step = new StepBatch { Actions = actions } })).States;
            foreach (var reason in states.IllegalReasons.Where(reason => reason != 0))
            {
                throw new RpcException(new Status(StatusCode.Internal, $"illegal action: {(IllegalReason)reason}"));
            }
        }
        return states;
    }

    /// <summary>Returns the next action of each lane.</summary>
    private byte[] ChooseActions(LaneStates states, ulong seed)
    {
        var actions = new byte[4 * LaneCount];
        for (var lane = 0; lane < LaneCount; lane++)
        {
            var mask = states.ActionMasks.Span.Slice(lane * maskBytes, maskBytes);
            var moveNumber = BinaryPrimitives.ReadUInt32LittleEndian(states.MoveNumbers.Span[(4 * lane)..]);
            var action = IsOver(states, lane)
                ? NoAction
                : Moves.Choose(seed + (ulong)lane, mask, Size * Size, moveNumber);
            BinaryPrimitives.WriteInt32LittleEndian(actions.AsSpan(4 * lane), action);
        }
        return actions;
    }

    private static bool IsOver(LaneStates states, int lane) => states.Terminated[lane] == 1 || states.Truncated[lane] == 1;
}
