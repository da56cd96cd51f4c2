"use client";

import { type ComponentProps, useCallback, useEffect, useRef } from "react";

type FileInputProps = Omit<ComponentProps<"input">, "type" | "ref" | "onChange"> & {
  onFiles: (files: File[]) => void;
};

export const FILE_BUTTON =
  "cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus";

/**
 * Calls `onFiles` even if the user chose the files before the scripts ran. Clears the input, so
 * that the user can choose the same file again.
 */
export function FileInput({ onFiles, ...props }: FileInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  const take = useCallback(() => {
    if (!input.current) return;
    const files = [...(input.current.files ?? [])];
    input.current.value = "";
    if (files.length > 0) latest.current(files);
  }, []);
  useEffect(take, [take]);
  return <input {...props} ref={input} type="file" onChange={take} />;
}
