"use strict";
(() => {
  const svg = (name, attributes, ...children) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    e.append(...children);
    return e;
  };
  const html = (name, attributes, ...children) => {
    const e = document.createElement(name);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    e.append(...children);
    return e;
  };
  const percent = x => (100 * x).toFixed(x < 0.0995 ? 1 : 0) + "\u00a0%";
  const count = x => x < 9.95 ? x.toFixed(1) : x.toFixed(0);
  // As topicColour of the program that wrote this page.
  const colour = k => `hsl(${(k * 137.508 % 360).toFixed(0)}, 55%, ${70 + 8 * (k % 3)}%)`;

  // What is shown can be addressed: #run=0&topic=3&lambda=0.4, topic being the
  // number of a topic, or none.
  const address = () => new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");

  const terms = section => {
    const data = JSON.parse(section.querySelector(".data").textContent);
    const run = section.dataset.run;
    const topic = section.querySelector(".topic"), lambda = section.querySelector(".lambda");
    const body = section.querySelector(".bars tbody"), spread = section.querySelector(".spread");
    const circles = [...section.querySelectorAll(".circle")];
    const hint = spread.textContent;
    let chosen = -1; // term

    topic.append(html("option", {value: -1}, "all: the most salient terms"));
    data.topics.forEach((number, i) => topic.append(html("option", {value: i}, `topic ${number} (${percent(data.shares[i])})`)));

    const ranked = (at, weight) => {
      if (at < 0) return data.salient.map(term => [term, 0]);
      const relevance = t => weight * t[2] + (1 - weight) * t[3];
      return [...data.byTopic[at]].sort((a, b) => relevance(b) - relevance(a)).slice(0, data.shown);
    };
    const show = term => {
      chosen = term;
      for (const button of body.querySelectorAll("button")) button.setAttribute("aria-pressed", button.dataset.term == term);
      const parts = new Map(term < 0 ? [] : data.spread[term] || []);
      circles.forEach((g, i) => {
        const c = g.querySelector("circle");
        const r = term < 0 ? c.dataset.r : Math.sqrt(parts.get(i) || 0) * 60;
        c.setAttribute("r", r);
        g.classList.toggle("small", r < 6);
      });
      spread.textContent = term < 0 ? hint : `“${data.terms[term]}” is spread over ` +
        ([...parts].sort((a, b) => b[1] - a[1]).slice(0, 12).map(([i, share]) => `topic ${data.topics[i]}: ${percent(share)}`).join(", ") || "no topic by half a token or more");
    };
    const render = () => {
      const at = Number(topic.value), weight = Number(lambda.value);
      section.querySelector(".value").textContent = weight.toFixed(2);
      lambda.disabled = at < 0;
      section.querySelector(".caption").textContent = at < 0
        ? "The most salient terms of all topics. Choose a topic for its own."
        : `The most relevant terms of topic ${data.topics[at]}, ${percent(data.shares[at])} of the tokens, λ = ${weight.toFixed(2)}`;
      circles.forEach((g, i) => g.classList.toggle("on", i === at));
      const rows = ranked(at, weight);
      const widest = Math.max(1e-9, ...rows.map(([term]) => data.totals[term]));
      const bar = (x, kind) => svg("rect", {class: kind, width: `${(100 * x / widest).toFixed(2)}%`, height: 14});
      body.replaceChildren(...rows.map(([term, own]) => html("tr", {},
        html("th", {scope: "row"}, html("button", {type: "button", "data-term": term, "aria-pressed": "false", title: data.terms[term]}, data.terms[term])),
        html("td", {}, svg("svg", {width: "100%", height: 14, "aria-hidden": "true"}, bar(data.totals[term], "all"), bar(own, "own"))),
        html("td", {}, at < 0 ? "" : count(own)), html("td", {}, count(data.totals[term])))));
      show(-1);
    };
    const remember = () => {
      const at = Number(topic.value);
      history.replaceState(null, "", `#run=${run}&topic=${at < 0 ? "none" : data.topics[at]}&lambda=${lambda.value}`);
    };
    const choose = at => {
      topic.value = at;
      topic.dispatchEvent(new Event("change"));
    };
    const go = () => {
      const to = address();
      if (to.get("run") !== run) return;
      if (to.has("topic")) topic.value = data.topics.indexOf(Number(to.get("topic") === "none" ? NaN : to.get("topic")));
      if (to.has("lambda")) {
        lambda.value = to.get("lambda");
        lambda.dispatchEvent(new Event("input"));
      } else render();
      const term = data.terms.indexOf(to.get("term"));
      if (term >= 0) show(term);
    };

    topic.addEventListener("change", () => { render(); remember(); });
    lambda.addEventListener("input", render);
    lambda.addEventListener("change", remember);
    body.addEventListener("click", e => {
      const button = e.target.closest("button");
      if (button) show(Number(button.dataset.term) === chosen ? -1 : Number(button.dataset.term));
    });
    circles.forEach((g, i) => g.addEventListener("click", () => choose(Number(topic.value) === i ? -1 : i)));
    const step = by => choose((Number(topic.value) + 1 + by + data.topics.length + 1) % (data.topics.length + 1) - 1);
    section.querySelector(".previous").addEventListener("click", () => step(-1));
    section.querySelector(".next").addEventListener("click", () => step(1));
    addEventListener("hashchange", go);
    topic.value = data.topics.length ? 0 : -1;
    render();
    go();
  };

  const documents = section => {
    const data = JSON.parse(section.querySelector(".data").textContent);
    const query = section.querySelector(".query"), body = section.querySelector(".search tbody");
    const previous = section.querySelector(".previous"), next = section.querySelector(".next");
    const labels = section.querySelectorAll(".search thead th").length > 2;
    const pageful = 25;
    let from = 0;

    // "topic 3" finds documents with that topic, the most of it first.
    const found = () => {
      const text = query.value.trim().toLowerCase();
      const topic = /^topic\s*(\d+)$/.exec(text);
      if (topic) {
        const share = d => (d[2].find(([k]) => k === Number(topic[1])) || [0, 0])[1];
        return data.filter(d => share(d) > 0).sort((a, b) => share(b) - share(a));
      }
      return data.filter(d => d[0].toLowerCase().includes(text) || d[1].toLowerCase().includes(text));
    };
    const render = () => {
      const all = found();
      from = Math.max(0, Math.min(from, pageful * Math.floor((all.length - 1) / pageful)));
      const shown = all.slice(from, from + pageful);
      section.querySelector(".found").textContent = all.length ? `${from + 1} to ${from + shown.length} of ${all.length} documents found` : "No document found";
      previous.disabled = from === 0;
      next.disabled = from + pageful >= all.length;
      body.replaceChildren(...shown.map(([name, label, parts]) => {
        const bars = svg("svg", {width: "100%", height: 8, "aria-hidden": "true"});
        let x = 0;
        for (const [k, share] of parts) {
          bars.append(svg("rect", {x: `${100 * x}%`, width: `${100 * share}%`, height: 8, fill: colour(k), stroke: "#fff"}));
          x += share;
        }
        const text = parts.map(([k, share]) => `${k}: ${percent(share)}`).join(", ");
        return html("tr", {}, html("th", {scope: "row"}, name), ...(labels ? [html("td", {}, label)] : []), html("td", {class: "words"}, text, bars));
      }));
    };

    query.addEventListener("input", () => { from = 0; render(); });
    previous.addEventListener("click", () => { from -= pageful; render(); });
    next.addEventListener("click", () => { from += pageful; render(); });
    section.querySelector(".search").addEventListener("toggle", render, {once: true});
    if (address().has("search")) {
      section.querySelector(".search").open = true;
      query.value = address().get("search");
      render();
    }
  };

  document.querySelectorAll(".terms").forEach(terms);
  document.querySelectorAll(".documents").forEach(documents);
})();
