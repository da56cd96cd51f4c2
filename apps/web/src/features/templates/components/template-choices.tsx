"use client";

import { useState } from "react";
import { FIELD_LABEL } from "@/components/ui/field";
import { TextField } from "@/components/ui/text-field";
import { composer } from "@/features/requests/strings";
import { strings } from "@/features/templates/strings";
import type { TemplateRow } from "@/features/templates/types";
import { fold } from "@/lib/format/fold";
import { classNames } from "@/lib/style/class-names";

const SEARCH_FROM = 8;

function Row({
  id,
  title,
  detail,
  isChosen,
  isHidden = false,
  onChoose,
}: {
  id: string;
  title: string;
  detail: string;
  isChosen: boolean;
  isHidden?: boolean;
  onChoose: (id: string) => void;
}) {
  return (
    <label
      className={classNames(
        "flex min-h-11 cursor-pointer items-center gap-3 border-t border-line px-3 py-1.5 first:border-t-0 hover:bg-hover has-checked:bg-accent-soft",
        isHidden && "hidden",
      )}
    >
      <input
        type="radio"
        name="template_id"
        value={id}
        defaultChecked={isChosen}
        onChange={() => onChoose(id)}
        className="check"
      />
      <span className="min-w-0 grow sm:flex sm:items-center sm:gap-3">
        <span dir="auto" className="block min-w-0 grow font-medium">
          {title}
        </span>
        <span className="block shrink-0 text-xs text-ink-subtle">{detail}</span>
      </span>
    </label>
  );
}

export function TemplateChoices({
  templates,
  chosen,
  onChoose,
}: {
  templates: readonly TemplateRow[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const [query, setQuery] = useState("");
  const wanted = fold(query.trim());
  const isMatch = ({ title }: TemplateRow) => fold(title).includes(wanted);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className={FIELD_LABEL}>{composer.template}</legend>
      <p className="text-ink-muted">{composer.templateHint}</p>
      {templates.length >= SEARCH_FROM ? (
        <div className="max-w-80 [@media(scripting:none)]:hidden">
          <TextField
            type="search"
            label={<span className="sr-only">{strings.find}</span>}
            placeholder={strings.find}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
          />
          <p role="status" className="text-ink-muted not-empty:mt-2">
            {templates.some(isMatch) ? null : strings.noMatch(query.trim())}
          </p>
        </div>
      ) : null}
      <div className="overflow-hidden rounded-box border border-line">
        <Row
          id=""
          title={composer.noTemplate}
          detail=""
          isChosen={chosen === ""}
          onChoose={onChoose}
        />
        {templates.map((template) => (
          <Row
            key={template.id}
            id={template.id}
            title={template.title}
            detail={`${strings.items(template.itemCount)} · ${strings.due(template.dueInDays)}`}
            isChosen={chosen === template.id}
            isHidden={!isMatch(template) && chosen !== template.id}
            onChoose={onChoose}
          />
        ))}
      </div>
    </fieldset>
  );
}
