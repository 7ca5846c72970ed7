package dev.tengen.gateway.mcp;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import java.io.IOException;

/** Reads and writes the messages of the SDK with Jackson 2, which the rest of the server uses. Thread-safe. */
final class McpJson implements McpJsonMapper {
    // Later versions of the protocol add fields.
    private final JsonMapper mapper = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    @Override
    public <T> T readValue(String text, Class<T> type) throws IOException {
        return mapper.readValue(text, type);
    }

    @Override
    public <T> T readValue(byte[] bytes, Class<T> type) throws IOException {
        return mapper.readValue(bytes, type);
    }

    @Override
    public <T> T readValue(String text, TypeRef<T> type) throws IOException {
        return mapper.readValue(text, mapper.constructType(type.getType()));
    }

    @Override
    public <T> T readValue(byte[] bytes, TypeRef<T> type) throws IOException {
        return mapper.readValue(bytes, mapper.constructType(type.getType()));
    }

    @Override
    public <T> T convertValue(Object value, Class<T> type) {
        return mapper.convertValue(value, type);
    }

    @Override
    public <T> T convertValue(Object value, TypeRef<T> type) {
        return mapper.convertValue(value, mapper.constructType(type.getType()));
    }

    @Override
    public String writeValueAsString(Object value) throws IOException {
        return mapper.writeValueAsString(value);
    }

    @Override
    public byte[] writeValueAsBytes(Object value) throws IOException {
        return mapper.writeValueAsBytes(value);
    }
}
