// Runs before anything is installed, so this file imports only built-in modules.
import { createServer } from "node:net";

const HOST = "127.0.0.1";

export function requireFreePort(variable, port) {
  return new Promise((done, refuse) => {
    const probe = createServer();
    probe.once("error", (error) =>
      refuse(
        new Error(
          error.code === "EADDRINUSE"
            ? `Port ${port} is in use. Stop the program that uses it, or choose another port: ${variable}=… npm start`
            : `Port ${port} cannot be opened (${error.code}). Choose another port: ${variable}=… npm start`,
        ),
      ),
    );
    probe.listen(port, HOST, () => probe.close(done));
  });
}
