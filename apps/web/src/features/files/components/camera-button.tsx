"use client";

import { Camera } from "lucide-react";
import { FileInput } from "@/components/ui/file-input";
import { strings } from "@/features/files/strings";

/** Opens the camera directly. Only devices with a touch screen show it. */
export function CameraButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  return (
    <label className="relative mt-3 hidden min-h-11 w-full cursor-pointer items-center justify-center gap-2 rounded-md border border-line-strong bg-surface px-4 font-medium has-focus-visible:outline-2 pointer-coarse:inline-flex">
      <Camera aria-hidden className="size-5" />
      {strings.upload.camera}
      <FileInput
        accept="image/*"
        capture="environment"
        className="absolute inset-0 cursor-pointer opacity-0"
        onFiles={onFiles}
      />
    </label>
  );
}
