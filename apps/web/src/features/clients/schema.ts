import { z } from "zod";
import { email, line } from "@/lib/text-schema";

/** A client: a company or person the firm serves. */
export const clientSchema = z.object({
  name: line({ min: 1, max: 120, missing: "Enter the client's name." }),
  ref: line({ max: 40 }),
});

/** A contact: someone who answers for a client. */
export const contactSchema = z.object({
  name: line({ min: 1, max: 120, missing: "Enter the contact's name." }),
  email,
});

/** A client together with its first contact, as the page "Add client" asks for them. */
export const newClientSchema = z.object({
  ...clientSchema.shape,
  contact_name: contactSchema.shape.name,
  contact_email: contactSchema.shape.email,
});
