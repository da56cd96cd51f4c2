/**
 * Reads the email address from the link's fragment. The browser never sends a fragment to the
 * server, so no access log contains the address. `URLSearchParams` would turn a plus into a space.
 */
export const ADDRESS_SCRIPT =
  '{const form=document.currentScript.closest("form"),found=/[#&]email=([^&]*)/.exec(location.hash);let email="";try{email=decodeURIComponent(found[1])}catch{}if(/^[^\\s@]+@[^\\s@]+$/.test(email)&&email.length<321){form.elements.email.value=email;const note=form.querySelector("p"),name=note.querySelector("b");if(name)name.textContent=email;note.hidden=false}}';

export const ADDRESS_SCRIPT_HASH = "'sha256-g9nsGPTh1xQGGal+isln0/NF1KzJ/r3KtrfXtfgdBkI='";
