using Google.Protobuf.Reflection;
using Tengen.V1;

namespace Tengen.Play;

/// <summary>Random moves, the same for the same seed in the examples of all languages.</summary>
internal static class Moves
{
    /// <summary>
    /// Returns a random point of a mask, or the pass if the mask has no point. From move 2 * pointCount on it returns the
    /// pass, so that the game ends.
    /// </summary>
    public static int Choose(ulong seed, ReadOnlySpan<byte> mask, int pointCount, uint moveNumber)
    {
        var points = new List<int>();
        for (var point = 0; point < pointCount; point++)
        {
            if ((mask[point >> 3] & (0x80 >> (point & 7))) != 0)
            {
                points.Add(point);
            }
        }
        var isPass = points.Count == 0 || moveNumber >= 2 * pointCount;
        return isPass ? pointCount : points[(int)(Draw(seed, moveNumber) % (ulong)points.Count)];
    }

    /// <summary>Returns the random number of a move: an output of the generator SplitMix64.</summary>
    private static ulong Draw(ulong seed, uint moveNumber)
    {
        unchecked
        {
            var x = seed + (moveNumber + 1UL) * 0x9E3779B97F4A7C15;
            x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
            x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
            return x ^ (x >> 31);
        }
    }

    /// <summary>
    /// Returns the end of a game as text, as in "END_REASON_PASSES after 164 moves: B+3.5 (state 0123456789abcdef)".
    /// </summary>
    public static string Result(EndReason endReason, uint moveNumber, double margin, ulong stateHash)
    {
        // The names of the contract; those of C# lack the prefix.
        var reasons = TimestepReflection.Descriptor.FindTypeByName<EnumDescriptor>("EndReason");
        var name = reasons.FindValueByNumber((int)endReason)?.Name ?? $"end reason {(int)endReason}";
        var winner = margin > 0 ? "B" : "W"; // Never a tie, because komi is 7.5.
        return $"{name} after {moveNumber} moves: {winner}+{Math.Abs(margin):F1} (state {stateHash:x16})";
    }
}
