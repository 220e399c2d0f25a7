package dev.sluice.adapter.access;

import dev.sluice.adapter.access.AccessRequest.ResourceAttributes;
import dev.sluice.adapter.access.Reviews.Verdict;

/**
 * The message of a denied request. The words are exactly those of k8s.io/apiserver, because users know these messages.
 */
final class Refusal {

    private static final char DELETE = 0x7f;

    private Refusal() {}

    static String of(User user, AccessRequest request, Verdict verdict) {
        String sentence = request.resource()
                .map(resource -> named(resource) + " is forbidden: " + sanitized(who(user, request.verb(), resource)))
                .orElseGet(() -> "forbidden: "
                        + sanitized("User " + quoted(user.name()) + " cannot " + request.verb() + " path "
                                + quoted(request.path())));
        return verdict.reason().isEmpty() ? sentence : sentence + ": " + verdict.reason();
    }

    private static String named(ResourceAttributes resource) {
        return resource.resource() + "." + resource.group()
                + (resource.name().isEmpty() ? "" : " " + quoted(resource.name()));
    }

    private static String who(User user, String verb, ResourceAttributes resource) {
        String wanted = resource.resource() + (resource.subresource().isEmpty() ? "" : "/" + resource.subresource());
        return "User " + quoted(user.name()) + " cannot " + verb + " resource " + quoted(wanted) + " in API group "
                + quoted(resource.group()) + " in the namespace " + quoted(resource.namespace());
    }

    /** Escapes text that could look like HTML. */
    private static String sanitized(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** Quotes text like Go's {@code %q}. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case 0x07 -> quoted.append("\\a");
                case '\b' -> quoted.append("\\b");
                case '\f' -> quoted.append("\\f");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                case 0x0b -> quoted.append("\\v");
                default -> appendOther(quoted, c);
            }
        });
        return quoted.append('"').toString();
    }

    private static void appendOther(StringBuilder quoted, int c) {
        if (c < ' ' || c == DELETE) {
            quoted.append(String.format("\\x%02x", c));
        } else if (isPrintable(c)) {
            quoted.appendCodePoint(c);
        } else {
            quoted.append(String.format(Character.isBmpCodePoint(c) ? "\\u%04x" : "\\U%08x", c));
        }
    }

    /**
     * Returns true for Go's printable characters: letters, marks, numbers, punctuation, symbols and the ASCII space.
     */
    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> true;
        };
    }
}
