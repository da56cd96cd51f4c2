import { strings } from "@/app/(public)/_components/strings";
import { ItemStatusBadge } from "@/features/items/components/item-status";

const picture = strings.picture;

export function ChecklistPicture() {
  return (
    <figure
      aria-label={picture.label}
      className="rounded-xl border border-line bg-surface shadow-raised"
    >
      <div className="border-b border-line p-5">
        <div className="flex items-center gap-3">
          <span
            aria-hidden
            className="grid size-10 place-items-center rounded-md bg-accent-soft text-lg font-heading text-accent"
          >
            H
          </span>
          <div>
            <p className="text-sm text-ink-muted">{picture.firm}</p>
            <p className="font-semibold">{picture.title}</p>
          </div>
        </div>
        <p className="mt-4 flex justify-between text-sm">
          <span className="font-medium">{picture.progress}</span>
          <span className="text-ink-muted">{picture.due}</span>
        </p>
        <span aria-hidden className="mt-2 block h-2 overflow-hidden rounded-full bg-sunken">
          <span className="block h-full w-3/5 rounded-full bg-accent" />
        </span>
      </div>
      <ul className="divide-y divide-line">
        {picture.items.map((item) => (
          <li
            key={item.title}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 px-5 py-3 text-sm"
          >
            <span>{item.title}</span>
            <ItemStatusBadge status={item.status} audience="contact" isClosed={false} />
          </li>
        ))}
      </ul>
    </figure>
  );
}
