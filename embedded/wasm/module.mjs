// The host of the module: bytes in, bytes out, one timer.
import { readFile } from "node:fs/promises";

/** The module, once it is there. `onreply` gets the text of each reply. */
export class Module {
  onreply = (_text) => {};
  #exports;
  #timer;
  #due = Infinity;

  static async load(path) {
    const module = new Module();
    const host = {
      now: () => performance.now(),
      send: (place, length) => module.#send(place, length),
      wake: (millis) => module.#wake(millis),
    };
    const { instance } = await WebAssembly.instantiate(await readFile(path), { host });
    module.#exports = instance.exports;
    return module;
  }

  /** The names of what the module exports, its memory aside. */
  get exports() {
    return Object.keys(this.#exports).filter((name) => typeof this.#exports[name] === "function");
  }

  /** Hands a message over. */
  take(text) {
    const bytes = new TextEncoder().encode(text);
    // The memory may grow, and is another buffer then: looked up each time.
    const place = this.#exports.room(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, place, bytes.length).set(bytes);
    this.#exports.take();
  }

  #send(place, length) {
    const text = new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, place, length));
    // Not at once: whoever hears it may hand over the next message, and the module is at work.
    queueMicrotask(() => this.onreply(text));
  }

  /** Calls that wait ask at each poll again: only the first to be due counts. */
  #wake(millis) {
    const due = performance.now() + millis;
    if (due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => {
      this.#due = Infinity;
      this.#exports.poll();
    }, Math.ceil(millis));
  }
}
