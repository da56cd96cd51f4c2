// Options of `npm start`, parsed before anything is installed. Built-ins only.

function parsePort(name, text, fallback) {
  if (text === undefined || text === "") return fallback;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${name} must be a port number between 1 and 65535, but is "${text}".`);
  }
  return port;
}

/**
 * @param args words after `npm start --`
 * @param env environment of the process
 * @returns ports, data directory (absent: the default one) and whether to begin anew
 */
export function parseDemoOptions(args, env) {
  const unknown = args.find((word) => word !== "--fresh");
  if (unknown !== undefined) {
    throw new Error(
      `Unknown option ${unknown}. npm start knows --fresh (begin with a new demo firm), and the variables PORT, BACKEND_PORT and DOSSIER_DATA_DIR.`,
    );
  }
  const port = parsePort("PORT", env.PORT, 3000);
  const backendPort = parsePort("BACKEND_PORT", env.BACKEND_PORT, 54_321);
  if (port === backendPort) {
    throw new Error(`PORT and BACKEND_PORT are both ${port}; give them different numbers.`);
  }
  return {
    port,
    backendPort,
    dataDir: env.DOSSIER_DATA_DIR || undefined,
    fresh: args.includes("--fresh"),
  };
}
