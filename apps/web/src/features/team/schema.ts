import { z } from "zod";
import { ownName } from "@/features/auth/schema";
import { strings } from "@/features/team/strings";
import { email } from "@/lib/forms/text-schema";

const role = z.enum(["owner", "admin", "member"], { error: strings.rules.role });

export const inviteSchema = z.object({ org_id: z.uuid(), email, role });

export const invitationSchema = z.object({
  invitation_id: z.uuid(),
  intent: z.enum(["resend", "revoke"]),
});

export const againSchema = inviteSchema.extend({ invitation_id: z.uuid() });

export const roleSchema = z.object({ org_id: z.uuid(), user_id: z.uuid(), role });

export const memberSchema = z.object({
  org_id: z.uuid(),
  user_id: z.uuid(),
  intent: z.enum(["suspend", "restore", "remove", "reset"]),
});

export const joinFlow = (invitationId: string) => `join:${invitationId}`;

/** The form contains a name only if the user has none yet. */
export const joinSchema = z.object({
  invitation_id: z.uuid(),
  name: ownName.optional(),
});
