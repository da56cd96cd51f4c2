/**
 * Returns the addresses of the files that pdf.js loads: its worker, decoders for scans (fax, JBIG2,
 * JPEG 2000), character maps for Asian fonts, the standard fonts and a color profile. The build copies
 * them there. The address includes the version, because browsers cache them permanently and versions
 * must not mix.
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
