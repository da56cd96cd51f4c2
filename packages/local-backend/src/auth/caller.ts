import { isIP } from "node:net";
import type { Context } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";

const UNKNOWN_ADDRESS = "0.0.0.0";

export interface Caller {
  address: string;
  userAgent: string | null;
}

export function describeCaller(c: Context<ServiceEnv>): Caller {
  const address = c.get("clientAddress");
  return {
    // If the socket has no address, `clientAddress` is the gateway's host, which may be a name.
    address: isIP(address) === 0 ? UNKNOWN_ADDRESS : address,
    userAgent: c.req.header("user-agent") ?? null,
  };
}
