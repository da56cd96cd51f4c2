import { z } from "zod";

const joinSchema = z.object({
  config: z
    .object({
      broadcast: z
        .object({
          ack: z.boolean().nullish(),
          self: z.boolean().nullish(),
          replay: z
            .object({ since: z.number(), limit: z.number().int().min(1).max(25).optional() })
            .nullish(),
          replication_ready: z.boolean().nullish(),
        })
        .nullish(),
      presence: z.object({ key: z.string().nullish(), enabled: z.boolean().nullish() }).nullish(),
      private: z.boolean().nullish(),
      postgres_changes: z.array(z.record(z.string(), z.unknown())).nullish(),
      postgres_changes_options: z
        .object({ wait: z.boolean().nullish(), timeout: z.number().nullish() })
        .nullish(),
    })
    .nullish(),
  access_token: z.string().nullish(),
});

export interface JoinRequest {
  isPrivate: boolean;
  ack: boolean;
  self: boolean;
  presenceKey: string | undefined;
  isPresenceEnabled: boolean;
  accessToken: string | undefined;
  postgresChanges: Record<string, unknown>[];
  replay: { sinceMs: number; limit: number } | undefined;
  isReplicationReadyWanted: boolean;
  /** If true, the join fails if the subscription to changes fails. */
  isWaitingForChanges: boolean;
}

const DEFAULT_REPLAY_LIMIT = 25;

export function parseJoin(payload: unknown): JoinRequest | undefined {
  const result = joinSchema.safeParse(payload);
  if (!result.success) return undefined;
  const config = result.data.config ?? {};
  const replay = config.broadcast?.replay;
  return {
    isPrivate: config.private ?? false,
    ack: config.broadcast?.ack ?? false,
    self: config.broadcast?.self ?? false,
    presenceKey: config.presence?.key || undefined,
    isPresenceEnabled: config.presence?.enabled ?? false,
    accessToken: userToken(result.data.access_token),
    postgresChanges: config.postgres_changes ?? [],
    replay: replay
      ? { sinceMs: replay.since, limit: replay.limit ?? DEFAULT_REPLAY_LIMIT }
      : undefined,
    isReplicationReadyWanted: config.broadcast?.replication_ready ?? false,
    isWaitingForChanges: config.postgres_changes_options?.wait ?? false,
  };
}

export function userToken(token: unknown): string | undefined {
  return typeof token === "string" && token !== "" && !token.startsWith("sb_") ? token : undefined;
}
