import { strings } from "@/features/review/strings";

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
