import { strings } from "@/app/(public)/_components/strings";
import { sampleFirms } from "@/app/(public)/sample-firms";
import { buttonClasses } from "@/components/ui/button";
import { Monogram } from "@/components/ui/monogram";
import { Segments } from "@/components/ui/segments";
import { ItemStatusBadge } from "@/features/items/components/item-status";
import { strings as itemStrings } from "@/features/items/strings";
import { FirmLogo } from "@/features/orgs/components/firm-logo";
import { classNames } from "@/lib/style/class-names";

const texts = strings.picture;
const readyTexts = itemStrings.ready;
const PROGRESS = { accepted: 7, submitted: 3, partial: 0, returned: 1, open: 1, waived: 0 };
const REQUIRED = 12;
const DONE = 10;

function StaffWindow() {
  return (
    <div className="mt-6.5 hidden w-[calc(100%-9rem)] overflow-hidden rounded-xl border border-line bg-surface elevated sm:block lg:w-[min(27.5rem,100%-6.875rem)]">
      <div className="grid gap-2.5 border-b border-line px-4 py-3.5">
        <div className="flex items-center gap-2 text-sm">
          <Monogram id="okafor" name={texts.client} shape="client" size={22} />
          <span className="grow truncate text-ink-muted">{texts.client}</span>
          <span data-density="staff">
            <span className={buttonClasses("primary", "sm")}>{texts.review}</span>
          </span>
        </div>
        <p className="text-base font-heading">{texts.title}</p>
        <Segments progress={PROGRESS} />
      </div>
      {texts.staffItems.map(({ title, status }) => (
        <div
          key={title}
          className="grid min-h-10.5 grid-cols-[9.25rem_minmax(0,1fr)] items-center gap-2 border-line px-4 text-sm not-last:border-b"
        >
          <ItemStatusBadge status={status} audience="staff" isClosed={false} />
          <span className="truncate font-medium">{title}</span>
        </div>
      ))}
    </div>
  );
}

function ContactPhone() {
  return (
    <div
      className={classNames(
        sampleFirms.harbour,
        "relative mx-auto my-6 w-[min(17.5rem,100%-2rem)] overflow-hidden rounded-[1.625rem] border border-line bg-surface elevated sm:absolute sm:right-0 sm:-bottom-7 sm:my-0 sm:w-58",
      )}
    >
      <div className="h-1 bg-firm-fill" />
      <div className="flex items-center gap-2 border-b border-line px-3.5 py-2.5 text-sm font-semibold">
        <FirmLogo name={texts.firm} logoPath={null} size={28} />
        {texts.firm}
      </div>
      <div className="grid gap-2.5 p-3.5 text-sm">
        <div>
          <p className="text-base font-heading">{texts.title}</p>
          <p className="text-xs text-ink-muted">{texts.due}</p>
        </div>
        <div className="flex gap-0.5">
          {Array.from({ length: REQUIRED }, (_, index) => (
            <span
              key={index}
              className={classNames(
                "h-1.5 grow rounded-[2px]",
                index < DONE ? "bg-firm-fill" : "bg-track",
              )}
            />
          ))}
        </div>
        <div className="mt-1 grid gap-2 rounded-xl border border-warning/30 bg-warning-soft p-2.5">
          <p className="text-xs font-semibold">{readyTexts.title(1)}</p>
          <span className="grid min-h-10 place-items-center rounded-box bg-firm-fill font-semibold text-on-primary">
            {readyTexts.send(1)}
          </span>
        </div>
        <div>
          {texts.contactItems.map(({ title, status }) => (
            <div key={title} className="border-line py-1.5 not-last:border-b">
              <p className="truncate font-medium">{title}</p>
              <ItemStatusBadge
                status={status}
                audience="contact"
                isReady={status === "open"}
                isClosed={false}
              />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

export function ProductPicture() {
  return (
    <div role="img" aria-label={texts.label} className="relative sm:min-h-132 sm:py-7 sm:pr-7">
      <div aria-hidden="true">
        <div className="absolute inset-0 rounded-xl bg-accent-soft sm:left-16 sm:rounded-[1.5rem]" />
        <div className="relative">
          <StaffWindow />
        </div>
        <ContactPhone />
      </div>
    </div>
  );
}
