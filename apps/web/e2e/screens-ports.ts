// A named project knows one address of the web app, so both halves use it, one after the other.
// Read before `addresses.ts`. The shift skips the ports of the journeys and of the stacks they
// start.
if (!process.env.TEST_SUPABASE_URL) process.env.E2E_PORT_SHIFT = "10";
