import { RelativeTime } from "@/components/ui/relative-time";

export function ActivityCell(time: { at: string; now: string; timeZone: string }) {
  return (
    <span className="whitespace-nowrap text-ink-muted max-md:text-xs">
      <span className="md:hidden">Active </span>
      <RelativeTime {...time} className="max-md:inline-block max-md:first-letter:lowercase" />
    </span>
  );
}
