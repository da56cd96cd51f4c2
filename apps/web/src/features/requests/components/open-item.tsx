"use client";

import { ChevronDown, Plus } from "lucide-react";
import { useEffect } from "react";
import { Form } from "@/components/forms/form";
import { FormSaved } from "@/components/forms/form-saved";
import { SubmitButton } from "@/components/forms/submit-button";
import { VersionField } from "@/components/forms/version-field";
import { buttonClasses } from "@/components/ui/button";
import { DangerDialog } from "@/components/ui/danger-dialog";
import { useToast } from "@/components/ui/toast";
import { ItemStatusBadge } from "@/features/items/components/item-status";
import type { Item, ItemDefinition } from "@/features/items/types";
import { arrangeItem, editItem } from "@/features/requests/actions";
import { ItemFields } from "@/features/requests/components/item-fields";
import {
  CARD_HEAD,
  CardName,
  cardClasses,
  cornerClasses,
  ItemRow,
  ItemRowMenu,
  OpenMark,
} from "@/features/requests/components/item-row";
import type { CardPlace } from "@/features/requests/draft/cards";
import { itemFields } from "@/features/requests/draft/clean";
import { useSavedItems } from "@/features/requests/draft/open-request";
import { removalObstacle } from "@/features/requests/permissions";
import { blankItem, ITEM_KINDS } from "@/features/requests/schema";
import { composer, edit, itemAmount } from "@/features/requests/strings";
import type { SavedItem } from "@/features/requests/types";
import type { FormState } from "@/lib/forms/form-state";
import { type PostedState, usePostedState } from "@/lib/forms/resilient-action";
import { classNames } from "@/lib/style/class-names";
import { MENU_LINE, MENU_ROW } from "@/lib/style/menu";

type Target = { org: { id: string }; requestId: string };

function contentOf(
  item: ItemDefinition & Partial<Pick<Item, "version" | "position" | "waiveNote">>,
): string {
  const { version, position, waiveNote, ...content } = item;
  return JSON.stringify(content);
}

type Posted = PostedState<Exclude<FormState<SavedItem>, null>>;

const isRefused = ([state]: Posted) => state?.ok === false;

/**
 * Applies the choices of a form that was posted without scripts and refused. Leaves out the texts,
 * because the text fields read the submitted values themselves.
 */
function withRefused(item: ItemDefinition, [state]: Posted): ItemDefinition {
  const values = state?.ok === false ? state.values : undefined;
  if (!values) return item;
  return {
    ...item,
    kind: ITEM_KINDS.find((kind) => kind === values.kind) ?? item.kind,
    required: values.required !== undefined,
    options: { ...item.options, multiple: values.multiple !== undefined },
  };
}

function OpenItemForm({
  org,
  requestId,
  item,
  posted,
}: Target & { item: ItemDefinition & { version?: number }; posted: Posted }) {
  const settle = useSavedItems();
  const id = `item-${item.id ?? "new"}`;
  const wasRefused = isRefused(posted);
  useEffect(() => {
    if (wasRefused) settle(id, false);
  }, [wasRefused, settle, id]);
  return (
    <Form<SavedItem>
      action={editItem}
      posted={posted}
      id={id}
      onAnswer={(answer) => settle(id, answer?.ok ?? false)}
      savedVersion={({ merged, stamp }) => (merged ? undefined : stamp)}
      lost={(failure) => {
        settle(id, false);
        return failure;
      }}
      label={item.id ? edit.editItem(item.title) : edit.addItem}
    >
      {(state) => {
        const saved = state?.ok ? state.data : undefined;
        return (
          <>
            <input type="hidden" name="org_id" value={org.id} />
            <input type="hidden" name="request_id" value={requestId} />
            <input type="hidden" name="item_id" value={item.id ?? ""} />
            <VersionField
              version={item.version ?? 0}
              base={itemFields(item)}
              saved={saved?.stamp}
              content={contentOf(item)}
            />
            <ItemFields
              key={saved?.merged && saved.stamp}
              item={saved?.merged ?? withRefused(item, posted)}
              hasFixedKind={item.id !== undefined}
              hasAllKinds={item.id === undefined}
            />
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

function RemoveItem({ item }: { item: Item }) {
  const toast = useToast();
  const label = edit.remove(item.title);
  return (
    <DangerDialog
      summary={composer.removeShort}
      about={item.title}
      title={label}
      description={edit.removeLead}
      isMenuRow
    >
      {(close, cancel) => (
        <Form
          action={arrangeItem}
          id={`remove-${item.id}`}
          label={label}
          onAnswer={(answer) => {
            if (answer?.ok) toast({ title: composer.removed(item.title, item.position) });
          }}
          onSuccess={close}
        >
          <input type="hidden" name="item_id" value={item.id} />
          <div className="flex flex-wrap gap-2">
            <SubmitButton variant="danger" name="intent" value="remove">
              {edit.removeItem}
            </SubmitButton>
            {cancel}
          </div>
        </Form>
      )}
    </DangerDialog>
  );
}

function KeptItem({ item, reason }: { item: Item; reason: string }) {
  const id = `kept-${item.id}`;
  return (
    <>
      <button
        type="button"
        aria-disabled
        aria-label={edit.remove(item.title)}
        aria-describedby={id}
        className={classNames(MENU_ROW, "cursor-not-allowed opacity-50")}
      >
        {composer.removeShort}
      </button>
      <p id={id} className="px-2.5 pb-1.5 text-xs text-ink-muted">
        {reason}
      </p>
    </>
  );
}

function ArrangeMenu({
  item,
  count,
  hasAnswer,
}: {
  item: Item;
  count: number;
  hasAnswer: boolean;
}) {
  const moves = [
    { value: "up", text: composer.moveUp, label: edit.up, isOff: item.position === 1 },
    { value: "down", text: composer.moveDown, label: edit.down, isOff: item.position === count },
  ];
  const obstacle = removalObstacle(item, { count, hasAnswer });
  return (
    <ItemRowMenu label={edit.actions(item.title)}>
      <Form action={arrangeItem} id={`arrange-${item.id}`} className="gap-0!">
        <input type="hidden" name="item_id" value={item.id} />
        <input type="hidden" name="position" value={item.position} />
        {moves.map(({ value, text, label, isOff }) => (
          <button
            key={value}
            type="submit"
            name="intent"
            value={value}
            disabled={isOff}
            aria-label={label(item.title)}
            className={classNames(MENU_ROW, "disabled:opacity-50")}
          >
            {text}
          </button>
        ))}
      </Form>
      <div aria-hidden className={MENU_LINE} />
      {obstacle ? (
        <KeptItem item={item} reason={edit.cannotRemove[obstacle]} />
      ) : (
        <RemoveItem item={item} />
      )}
    </ItemRowMenu>
  );
}

export function OpenItem({
  org,
  requestId,
  item,
  index,
  count,
  hasAnswer,
  place,
}: Target & {
  item: Item;
  index: number;
  count: number;
  hasAnswer: boolean;
  place: CardPlace;
}) {
  const posted = usePostedState(editItem);
  return (
    <li className={cardClasses(index, place)}>
      {place.head ? (
        <p className={CARD_HEAD}>
          <CardName head={place.head} />
        </p>
      ) : null}
      <div className={classNames("relative border-t border-line", cornerClasses(place))}>
        <ItemRow
          kind={item.kind}
          title={item.title}
          open={isRefused(posted)}
          hasStatus
          note={itemAmount(item)}
          corners={cornerClasses(place)}
          trailing={<ItemStatusBadge status={item.status} audience="staff" isClosed={false} />}
        >
          <OpenItemForm org={org} requestId={requestId} item={item} posted={posted} />
        </ItemRow>
        <ArrangeMenu item={item} count={count} hasAnswer={hasAnswer} />
      </div>
    </li>
  );
}

export function AddOpenItem(target: Target) {
  const posted = usePostedState(editItem);
  return (
    <details
      name="item"
      open={isRefused(posted)}
      className="group/add relative rounded-b-lg border border-line px-1.5 py-1.5 forced-colors:open:border-l-4"
    >
      <summary
        className={buttonClasses(
          "quiet",
          "sm",
          "list-none hover:bg-hover group-open/add:w-full group-open/add:justify-between [&::-webkit-details-marker]:hidden",
        )}
      >
        <Plus aria-hidden className="size-4 group-open/add:hidden" />
        <span className="group-open/add:hidden">{edit.add}</span>
        <span className="hidden group-open/add:inline">{edit.newItem}</span>
        <ChevronDown
          aria-hidden
          className="hidden size-4 rotate-180 text-ink-subtle group-open/add:block"
        />
      </summary>
      <OpenMark className="rounded-b-lg" />
      <div className="px-2.5 pt-2 pb-3">
        <OpenItemForm {...target} item={blankItem("file")} posted={posted} />
      </div>
    </details>
  );
}
