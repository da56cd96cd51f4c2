"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

const carriesFiles = ({ dataTransfer }: DragEvent) =>
  dataTransfer?.types.includes("Files") === true;

export function usePageDrop(
  panel: RefObject<HTMLElement | null>,
  onFiles: (files: Iterable<File>) => void,
): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const takes = (event: DragEvent) =>
      carriesFiles(event) && panel.current?.checkVisibility() === true;
    const over = (event: DragEvent) => {
      if (!takes(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      // Without a related target, the pointer has left the window.
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!takes(event)) return;
      event.preventDefault();
      latest.current(event.dataTransfer?.files ?? []);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, [panel]);
  return isOver;
}
