package dev.tengen.reference;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;

/**
 * Records the hash of each thing, and reports two things with one hash or one thing with two.
 *
 * <p>Things are kept as the first half of their SHA-256, so that millions fit in memory.
 */
final class HashLedger {
    private final Map<Long, Digest> thingOfHash = new HashMap<>();
    private final Map<Digest, Long> hashOfThing = new HashMap<>();
    private final boolean mayCollide;
    private final MessageDigest sha256;
    private int metAgainCount;

    /** Makes an empty ledger, one that takes it for normal that two things share a hash, or one that does not. */
    HashLedger(boolean mayCollide) {
        this.mayCollide = mayCollide;
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Enters a thing with its hash; returns what is wrong with that, or an empty string if nothing is. */
    String enter(String thing, long hash) {
        Digest digest = digest(thing);
        Long knownHash = hashOfThing.putIfAbsent(digest, hash);
        Digest knownThing = thingOfHash.putIfAbsent(hash, digest);
        if (knownHash != null) {
            metAgainCount++;
            return knownHash == hash ? "" : "one thing has the hashes " + knownHash + " and " + hash;
        }
        return knownThing == null || mayCollide ? "" : "two things have the hash " + hash;
    }

    /** Returns how often a thing was entered that had been entered before. */
    int metAgainCount() {
        return metAgainCount;
    }

    private Digest digest(String thing) {
        ByteBuffer bytes = ByteBuffer.wrap(sha256.digest(thing.getBytes(StandardCharsets.ISO_8859_1)));
        return new Digest(bytes.getLong(), bytes.getLong());
    }

    private record Digest(long high, long low) {}
}
