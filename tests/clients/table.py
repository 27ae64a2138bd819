"""What the example warehouse offers, and how each tool is called well and badly.

This is the file to change when `examples/warehouse.rs` changes; `warehouse.py` is the machinery.

A tool's entry:

    good      arguments that it accepts (a list, where several calls are worth making)
    text      what its answer must contain (optional)
    break     kind of fault -> the fault, or a list of faults; a fault is
                  missing   the argument that is left out
                  type      (argument, value of another JSON type)
                  unknown   (name added beside the real ones, the name that the answer must suggest)
                  misspelt  (argument, the name it is sent under instead): the answer must hold both
                  range     (argument, value outside its rule)
                  null      the argument that is sent as null
                  choice    (argument, value that is not one of the enum)
              An argument inside a record or list is a path, "order.lines[0].qty". The fault is put into
              the first good arguments; the answer must name the path.

Values of bad arguments must be such that the answer cannot contain them by chance: `warehouse.py` fails when it does.
"""

# FILL IN: tools, arguments and values of examples/warehouse.rs.
TOOLS = {
    "search_dockets": {
        "good": [{"query": "bolts"}, {"query": "bolts", "limit": 5, "states": ["Open"]}],
        "break": {
            "missing": "query",
            "type": ("query", 918273),
            "unknown": ("querry", "query"),
            "misspelt": ("query", "qurey"),
            "range": ("limit", 918273),
            "null": "query",
            "choice": ("states[0]", "Zerstreut"),
        },
    },
    "place_order": {
        "good": {"order": {"customer": "C-1001", "lines": [{"sku": "SKU-00001", "qty": 3}]}},
        "break": {
            "missing": ["order", "order.lines[0].sku"],
            "type": ("order.lines[0].qty", "achtundachtzig"),
            "unknown": ("ordr", "order"),
            "range": ("order.lines[0].qty", 918273),
            "null": "order.customer",
        },
    },
}

# Tools that answer with an error result, or a protocol error, by design: (name, arguments, part of the text).
FAILING = [
    # ("ship_docket", {"id": 424242}, "no docket"),
]

# A name that no tool has: a protocol error.
UNKNOWN_TOOL = "search_dokets"
