/**
 * Where the browser finds what belongs to pdf.js: its worker, decoders of scans (fax, JBIG2, JPEG
 * 2000), code tables of Asian fonts, the standard fonts and a colour profile. The build copies them
 * there. The version is part of the address: they are kept for good, and never meet another version.
 */
export function pdfAssets(version: string) {
  const folder = `/pdfjs/${version}`;
  return {
    workerSrc: `${folder}/build/pdf.worker.min.mjs`,
    /** Without the first a scan is white paper, and nothing says so. */
    options: {
      wasmUrl: `${folder}/wasm/`,
      cMapUrl: `${folder}/cmaps/`,
      standardFontDataUrl: `${folder}/standard_fonts/`,
      iccUrl: `${folder}/iccs/`,
    },
  };
}
