// Replaces `server-only` in tests, because the real package throws outside a React server bundle.
export {};
