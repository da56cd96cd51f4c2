// Read before `addresses.ts`: next to the ports of the journeys, and those of the stacks they start.
process.env.E2E_PORT_SHIFT = "10";
