import { strings } from "@/features/review/strings";

/** Replaces a preview that cannot be shown, with a link that downloads the file. */
export function PreviewFailed({ address }: { address: string }) {
  return (
    <span>
      {strings.previewFailed}{" "}
      <a href={`${address}?download`} className="link">
        {strings.downloadInstead}
      </a>
    </span>
  );
}
