/**
 * Returns the URLs of the files that pdf.js loads. The build copies them there. The URLs include
 * the version, because browsers cache the files permanently and versions must not mix.
 */
export function pdfAssets(version: string) {
  const folder = `/pdfjs/${version}`;
  return {
    workerSrc: `${folder}/build/pdf.worker.min.mjs`,
    /** Without `wasmUrl`, a scan renders as white paper and pdf.js reports no error. */
    options: {
      wasmUrl: `${folder}/wasm/`,
      cMapUrl: `${folder}/cmaps/`,
      standardFontDataUrl: `${folder}/standard_fonts/`,
      iccUrl: `${folder}/iccs/`,
    },
  };
}
