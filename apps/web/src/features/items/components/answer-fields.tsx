"use client";

import { FormDateField } from "@/components/forms/date-field";
import { FormTextArea } from "@/components/forms/form-fields";
import { Checkbox, ChoiceGroup } from "@/components/ui/checkbox";
import { strings } from "@/features/items/strings";
import type { Answer, Audience, ChoiceOptions, ItemKind } from "@/features/items/types";
import { useFormField } from "@/lib/forms/form-context";
import { MAX_ANSWER_CHARACTERS } from "@/lib/forms/limits";

const texts = strings.item;

export function AnswerFields({
  kind,
  options,
  answer,
  audience,
}: {
  kind: Exclude<ItemKind, "file">;
  options: ChoiceOptions;
  answer: Answer | null;
  audience: Audience;
}) {
  const label = audience === "staff" ? strings.onBehalf.yourAnswer : texts.yourAnswer;
  if (kind === "text") {
    return (
      <FormTextArea
        name="answer"
        label={label}
        defaultValue={answer?.text ?? ""}
        maxLength={MAX_ANSWER_CHARACTERS}
        rows={3}
        className="min-h-24"
      />
    );
  }
  if (kind === "date") {
    return <FormDateField name="answer" label={texts.date} defaultValue={answer?.date ?? ""} />;
  }
  return <ChoiceFields legend={label} options={options} chosen={answer?.choices ?? []} />;
}

function ChoiceFields({
  legend,
  options,
  chosen,
}: {
  legend: string;
  options: ChoiceOptions;
  chosen: readonly string[];
}) {
  const { id, error } = useFormField("answer");
  return (
    <ChoiceGroup
      id={id}
      legend={legend}
      hint={options.multiple ? texts.chooseSeveral : texts.chooseOne}
      error={error}
    >
      {options.choices.map((choice) => (
        <Checkbox
          key={choice}
          type={options.multiple ? "checkbox" : "radio"}
          name="answer"
          value={choice}
          label={choice}
          defaultChecked={chosen.includes(choice)}
        />
      ))}
    </ChoiceGroup>
  );
}
