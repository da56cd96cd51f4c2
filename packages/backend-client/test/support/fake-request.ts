export class FakeRequest extends EventTarget {
  static answer: (request: FakeRequest) => void;
  readonly upload = {};
  readonly asked: string[] = [];
  status = 0;
  responseText = "";
  headers = "";
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  onloadend: () => void = () => undefined;

  open(): void {}
  setRequestHeader(): void {}
  getResponseHeader(name: string): null {
    this.asked.push(name);
    return null;
  }
  getAllResponseHeaders(): string {
    return this.headers;
  }
  send(): void {
    queueMicrotask(() => FakeRequest.answer(this));
  }

  begin(status: number): void {
    this.status = status;
    this.dispatchEvent(new Event("readystatechange"));
  }
  lose(): void {
    this.status = 0;
    this.dispatchEvent(new Event("readystatechange"));
    this.onerror();
  }
}
