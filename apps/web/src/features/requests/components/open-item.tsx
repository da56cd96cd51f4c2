"use client";

import { ArrowDown, ArrowUp, Pencil, Trash2 } from "lucide-react";
import { Form } from "@/components/forms/form";
import { FormSaved } from "@/components/forms/form-saved";
import { SubmitButton } from "@/components/forms/submit-button";
import { VersionField } from "@/components/forms/version-field";
import { Disclosure } from "@/components/ui/disclosure";
import { ItemStatusBadge } from "@/features/items/components/item-status";
import { itemKind } from "@/features/items/strings";
import type { Item, ItemDefinition } from "@/features/items/types";
import { arrangeItem, editItem } from "@/features/requests/actions";
import { ItemFields } from "@/features/requests/components/item-fields";
import { itemFields } from "@/features/requests/draft/compare";
import { edit } from "@/features/requests/strings";
import type { SavedItem } from "@/features/requests/types";

type Target = { org: { id: string }; requestId: string };

/** Identifies the content of an item. Ignores its version, position and waive note. */
function contentOf(
  item: ItemDefinition & Partial<Pick<Item, "version" | "position" | "waiveNote">>,
): string {
  const { version, position, waiveNote, ...content } = item;
  return JSON.stringify(content);
}

export function OpenItemForm({
  org,
  requestId,
  item,
}: Target & { item: ItemDefinition & { version?: number } }) {
  return (
    <Form<SavedItem>
      action={editItem}
      id={`item-${item.id ?? item.kind}`}
      label={item.id ? edit.editItem(item.title) : edit.addItem}
    >
      {(state) => {
        const saved = state?.ok ? state.data : undefined;
        return (
          <>
            <input type="hidden" name="org_id" value={org.id} />
            <input type="hidden" name="request_id" value={requestId} />
            <input type="hidden" name="item_id" value={item.id ?? ""} />
            <input type="hidden" name="kind" value={item.kind} />
            <VersionField
              version={item.version ?? 0}
              base={itemFields(item)}
              saved={saved?.stamp}
              content={contentOf(item)}
            />
            <ItemFields key={saved?.merged && saved.stamp} item={saved?.merged ?? item} />
            <div className="flex flex-wrap items-center gap-3">
              <SubmitButton variant="secondary">{item.id ? edit.saveItem : edit.add}</SubmitButton>
              <FormSaved />
            </div>
          </>
        );
      }}
    </Form>
  );
}

export function OpenItem({ org, requestId, item, count }: Target & { item: Item; count: number }) {
  return (
    <li className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">{item.title}</span>
        <ItemStatusBadge status={item.status} audience="staff" isClosed={false} />
      </p>
      <p className="text-sm text-ink-subtle">
        {itemKind[item.kind]}
        {item.section ? ` · ${item.section}` : ""}
      </p>
      <Form action={arrangeItem} id={`arrange-${item.id}`} className="mt-2">
        <input type="hidden" name="item_id" value={item.id} />
        <input type="hidden" name="position" value={item.position} />
        <div className="flex gap-1">
          <SubmitButton
            name="intent"
            value="up"
            variant="quiet"
            disabled={item.position === 1}
            aria-label={edit.up(item.title)}
          >
            <ArrowUp aria-hidden className="size-4" />
          </SubmitButton>
          <SubmitButton
            name="intent"
            value="down"
            variant="quiet"
            disabled={item.position === count}
            aria-label={edit.down(item.title)}
          >
            <ArrowDown aria-hidden className="size-4" />
          </SubmitButton>
          <SubmitButton
            name="intent"
            value="remove"
            variant="quiet"
            aria-label={edit.remove(item.title)}
          >
            <Trash2 aria-hidden className="size-4" />
          </SubmitButton>
        </div>
      </Form>
      <Disclosure summary={edit.editItem(item.title)} icon={Pencil}>
        <OpenItemForm org={org} requestId={requestId} item={item} />
      </Disclosure>
    </li>
  );
}
