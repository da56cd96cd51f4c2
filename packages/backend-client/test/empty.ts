// Replaces `server-only` in tests, because that package throws outside a React server bundle.
export {};
