import { defineBackend } from "@dossier/backend-client";
import { createSessionServer } from "@dossier/backend-client/server";

const { SERVICE_URL: url, SERVICE_KEY: anonKey } = process.env;

const create = (options) =>
  createSessionServer(defineBackend({ url, anonKey }), { logger: false, ...options });

export const sessions = create({});

const CLIENT_ADDRESSES = {
  socket: "socket",
  "hops-1": { hops: 1 },
  "hops-2": { hops: 2 },
  header: { header: "x-real-ip" },
  function: (_headers, socketAddress) => socketAddress ?? null,
};

export const bySource = Object.fromEntries(
  Object.entries(CLIENT_ADDRESSES).map(([name, clientAddress]) => [
    name,
    create({ clientAddress, forwardingKey: "sb_secret_forwarding" }),
  ]),
);
