import { z } from "zod";
import { email, name } from "@/lib/forms/text-schema";
import { uuidForm } from "@/lib/forms/uuid-form";

const role = z.enum(["owner", "admin", "member"], { error: "Choose a role." });

/** Fields of the form that invites someone. */
export const inviteSchema = z.object({ org_id: z.uuid(), email, role });

/** Fields of the buttons next to an invitation. */
export const invitationSchema = z.object({
  invitation_id: z.uuid(),
  intent: z.enum(["resend", "revoke"]),
});

/** Fields of the form that gives a member another role. */
export const roleSchema = z.object({ org_id: z.uuid(), user_id: z.uuid(), role });

/** Fields of the buttons next to a member. */
export const memberSchema = z.object({
  org_id: z.uuid(),
  user_id: z.uuid(),
  intent: z.enum(["suspend", "restore", "remove", "reset"]),
});

/** Name of the flow in which a code is typed on the page of an invitation. */
export const joinFlow = (invitationId: string) => `join:${invitationId}`;

export const joinSchema = uuidForm("invitation_id");

/** The name of someone who joins and has none yet. */
export const nameSchema = z.object({
  name: name({ min: 1, max: 120, missing: "Enter your name." }),
});
