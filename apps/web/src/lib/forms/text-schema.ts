import { z } from "zod";
import { EMAIL_FORMAT, EMAIL_MISSING, tooLong, tooShort } from "@/lib/errors/rule-sentences";
import { cleanLine, cleanText } from "@/lib/forms/clean-text";
import { nameProblem } from "@/lib/forms/names";

type TextRule = {
  min?: number;
  max: number;
  missing?: string;
  short?: string;
};

function rule(
  clean: (value: string) => string,
  { min = 0, max, missing, short }: TextRule,
  problemOf?: (value: string) => string | undefined,
) {
  const shortest = short ?? tooShort(min);
  return z
    .string()
    .default("")
    .superRefine((value, context) => {
      const message = problemOf?.(value);
      if (message) context.addIssue({ code: "custom", message });
    })
    .transform(clean)
    .superRefine((value, context) => {
      const length = [...value].length;
      const add = (message: string) => context.addIssue({ code: "custom", message });
      if (min > 0 && length === 0) add(missing ?? shortest);
      else if (length < min) add(shortest);
      else if (length > max) add(tooLong(max));
    });
}

export const line = (options: TextRule) => rule(cleanLine, options);

export const text = (options: TextRule) => rule(cleanText, options);

export const email = z
  .string()
  .default("")
  .transform((value) => cleanLine(value).toLowerCase())
  .superRefine((value, context) => {
    if (value === "") context.addIssue({ code: "custom", message: EMAIL_MISSING });
    else if (value.length > 254 || !/^[^\s@<>"(),;:]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(value)) {
      context.addIssue({
        code: "custom",
        message: EMAIL_FORMAT,
      });
    }
  });

export const name = ({ isFirm = false, ...options }: TextRule & { isFirm?: boolean }) =>
  rule(cleanLine, options, (value) => nameProblem(value, isFirm));
