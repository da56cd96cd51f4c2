/**
 * Browsers cache the files permanently and must not mix versions, so each URL contains the version.
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
