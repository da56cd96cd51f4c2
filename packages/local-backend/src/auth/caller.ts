import { isIP } from "node:net";
import type { Context } from "hono";
import type { ServiceEnv } from "../gateway/service.ts";

const UNKNOWN_ADDRESS = "0.0.0.0";

/**
 * The client that sent a request. Sessions store its address and its user agent. The audit log
 * stores its address.
 */
export interface Caller {
  address: string;
  userAgent: string | null;
}

export function describeCaller(c: Context<ServiceEnv>): Caller {
  const address = c.get("clientAddress");
  return {
    // A forwarded address comes from the caller and may contain any text.
    address: isIP(address) === 0 ? UNKNOWN_ADDRESS : address,
    userAgent: c.req.header("user-agent") ?? null,
  };
}
