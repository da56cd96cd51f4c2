/**
 * Returns the URLs of the files that pdf.js loads. The build copies these files. Each URL contains
 * the version, because browsers cache the files permanently and must not mix versions.
 */
export function pdfAssets(version: string) {
  const folder = `/pdfjs/${version}`;
  return {
    workerSrc: `${folder}/build/pdf.worker.min.mjs`,
    /** Without `wasmUrl`, pdf.js shows a scanned page as blank and reports no error. */
    options: {
      wasmUrl: `${folder}/wasm/`,
      cMapUrl: `${folder}/cmaps/`,
      standardFontDataUrl: `${folder}/standard_fonts/`,
      iccUrl: `${folder}/iccs/`,
    },
  };
}
