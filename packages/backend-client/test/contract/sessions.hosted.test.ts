import { describe } from "vitest";
import { defineBackend } from "../../src/config/define-backend.js";
import { describeSessions } from "./sessions.js";

const url = process.env.CONTRACT_SUPABASE_URL;
const anonKey = process.env.CONTRACT_SUPABASE_ANON_KEY;

/**
 * Any real project that confirms e-mail addresses by itself and lets people enrol second factors.
 * Accounts named person-…@example.org are left behind: use a project made for tests.
 */
describe.skipIf(!url || !anonKey)("on a real Supabase", () => {
  describeSessions({
    lacks: ["mailbox", "faults", "rotateSigningKey", "database"],
    open: async () => ({ backend: defineBackend({ url, anonKey }), requests: [] }),
  });
});
