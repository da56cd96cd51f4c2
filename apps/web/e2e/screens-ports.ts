// A named project knows one address of the web app, so there both halves share it, one after the other.
// Read before `addresses.ts`: next to the ports of the journeys, and those of the stacks they start.
if (!process.env.TEST_SUPABASE_URL) process.env.E2E_PORT_SHIFT = "10";
