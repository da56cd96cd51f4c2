import { FileSpreadsheet, FileText, Image, type LucideIcon } from "lucide-react";

function iconOf(mime: string): LucideIcon {
  if (mime.startsWith("image/")) return Image;
  return /sheet|excel|csv/.test(mime) ? FileSpreadsheet : FileText;
}

export function FileIcon({ mime, className }: { mime: string; className: string }) {
  const Icon = iconOf(mime);
  return <Icon aria-hidden className={className} />;
}
