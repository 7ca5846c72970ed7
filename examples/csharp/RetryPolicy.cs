using Google.Rpc;
using Grpc.Core;

namespace Tengen.Play;

/// <summary>
/// Retries calls while the server cannot be reached, is full or is overloaded. Every call that changes state needs a
/// request id, which stays the same in all attempts: the server then acts once, even if it has acted and the answer was
/// lost on the way.
/// </summary>
/// <param name="limit">The time from the first attempt to the last.</param>
internal sealed class RetryPolicy(TimeSpan limit)
{
    /// <summary>The time limit of one attempt: of one call, or of the whole stream of a batch.</summary>
    private static readonly TimeSpan AttemptTimeout = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Makes attempts until one succeeds, fails for good, or the limit has passed. The argument of an attempt is its
    /// deadline.
    /// </summary>
    /// <exception cref="RpcException">The last attempt failed.</exception>
    public async Task<T> CallAsync<T>(Func<DateTime, Task<T>> attempt)
    {
        var giveUp = DateTime.UtcNow + limit;
        var delay = TimeSpan.FromMilliseconds(50);
        while (true)
        {
            TimeSpan wait;
            try
            {
                return await attempt(DateTime.UtcNow + AttemptTimeout);
            }
            catch (RpcException error) when (WaitBeforeRetry(error, delay) is { } next && DateTime.UtcNow + next <= giveUp)
            {
                wait = next;
                Console.Error.WriteLine($"play: retrying in {wait.TotalMilliseconds:F0} ms after {error.Describe()}");
            }
            await Task.Delay(wait);
            delay = TimeSpan.FromMilliseconds(Math.Min(2 * delay.TotalMilliseconds, 1000));
        }
    }

    /// <summary>Returns how long to wait before the next attempt, or null if another attempt would fail, too.</summary>
    private static TimeSpan? WaitBeforeRetry(RpcException error, TimeSpan delay)
    {
        var backoff = delay * (0.5 + Random.Shared.NextDouble() / 2);
        return error.StatusCode switch
        {
            // The connection was lost, or the server is shutting down.
            StatusCode.Unavailable => backoff,
            // The server is full or overloaded. If a retry can help, the server says how long to wait at least.
            StatusCode.ResourceExhausted when error.GetRpcStatus()?.GetDetail<RetryInfo>() is { RetryDelay: { } asked } =>
                asked.ToTimeSpan() > backoff ? asked.ToTimeSpan() : backoff,
            _ => null,
        };
    }
}

/// <summary>Reads and prints the errors of the server.</summary>
internal static class Errors
{
    /// <summary>Returns an id for a call that changes state: at most 64 bytes, used for no other call.</summary>
    public static string NewRequestId() => Guid.NewGuid().ToString();

    /// <summary>
    /// Returns the reason of a failed call and the field that it is about. The reason is null if the server did not send
    /// the error, and the field is null if the error is about none.
    /// </summary>
    public static (string? Reason, string? Field) Info(this RpcException error)
    {
        var info = error.GetRpcStatus()?.GetDetail<ErrorInfo>();
        return info is { Domain: "tengen.dev" } ? (info.Reason, info.Metadata.GetValueOrDefault("field")) : (null, null);
    }

    /// <summary>
    /// Returns whether a call failed because no server answers. If a server fails a call, the error has a reason.
    /// </summary>
    public static bool IsServerAway(this RpcException error) =>
        error.StatusCode == StatusCode.Unavailable && error.Info().Reason is null;

    /// <summary>Returns an error as text: its reason or, if it has none, its status; its field; and its message.</summary>
    public static string Describe(this RpcException error)
    {
        var (reason, field) = error.Info();
        return $"{reason ?? error.StatusCode.ToString()}{(field is null ? "" : $", field {field}")}: {error.Status.Detail}";
    }

    /// <summary>Prints the error of a call that has to fail with a reason.</summary>
    /// <exception cref="RpcException">The call succeeded, or failed for another reason.</exception>
    public static async Task ExpectRejectionAsync(string reason, Func<Task> call)
    {
        try
        {
            await call();
        }
        catch (RpcException error) when (error.Info().Reason == reason)
        {
            Console.WriteLine($"Rejected as expected: {error.Describe()}");
            return;
        }
        throw new RpcException(new Grpc.Core.Status(StatusCode.Internal, $"the call succeeded instead of failing with {reason}"));
    }
}
